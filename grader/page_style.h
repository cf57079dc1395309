/* The style that all pages share: replay, profile, feedback, class (page.css). */
#ifndef LOCKSTEP_PAGE_STYLE_H
#define LOCKSTEP_PAGE_STYLE_H

extern const char page_style_shared[]; /* for a <style> element; ends with a newline */

#endif
