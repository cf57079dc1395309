/* The style that all pages share: replay, profile, feedback, class (page.css). */
#pragma once

extern const char page_style_shared[]; /* for a <style> element; ends with a newline */
