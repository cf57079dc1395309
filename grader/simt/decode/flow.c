/*
 * Control flow: basic blocks, Bourdoncle's weak topological order, and the final code.
 *
 * The order is hierarchical: a loop's blocks stand together behind its head. Code is laid out in
 * it, so that "further behind" is a smaller index, and each edge knows which loop counters it
 * advances or resets (groups.c compares groups of lanes by both).
 */
#include "decode.h"
#include "../execute/execute.h"

#include <string.h>

enum { MAX_BLOCKS = 1 << 14 };

struct flow_block {
    uint32_t first, end; /* instructions in decoding order */
    uint32_t place;      /* where its first instruction goes */
    uint32_t predecessors;
    int32_t loop;
    uint32_t number; /* depth-first; DONE once it is in the order */
};

/* A list element of the order: a block, and for the head of a loop the loop's other blocks. */
struct order_element {
    struct order_element *next;
    struct order_element *inside;
    uint32_t block;
    bool head;
};

enum { DONE = UINT32_MAX };

struct flow_graph {
    struct decoder *decoder;
    struct flow_block *blocks;
    uint32_t count;
    uint32_t *block_of; /* instruction -> block */
    uint32_t *stack;
    uint32_t stack_count;
    uint32_t numbered;
    uint32_t *order; /* blocks as they are laid out */
    uint32_t order_count;
    struct loop *loops;
    uint32_t loop_count;
};

static const struct instruction *last_of(const struct flow_graph *graph, uint32_t block) {
    return &graph->decoder->code[graph->blocks[block].end - 1];
}

static uint32_t successor_count(const struct flow_graph *graph, uint32_t block) {
    const struct instruction *last = last_of(graph, block);
    return last->flow == FLOW_END ? 0 : last->flow == FLOW_NEXT ? 1 : last->edge_count;
}

static uint32_t successor(const struct flow_graph *graph, uint32_t block, uint32_t n) {
    const struct instruction *last = last_of(graph, block);
    bool next = last->flow == FLOW_NEXT || (last->flow == FLOW_BRANCH && n == 1);
    return next ? block + 1 : graph->block_of[last->targets[n]];
}

static void find_blocks(struct flow_graph *graph) {
    struct decoder *decoder = graph->decoder;
    bool *starts = decode_take(decoder, decoder->count + 1);
    starts[0] = true;
    for (uint32_t n = 0; n < decoder->count; n++) {
        struct instruction *i = &decoder->code[n];
        starts[n] |= i->leader;
        if (i->flow != FLOW_NEXT) {
            starts[n + 1] = true;
        }
        uint32_t targets = i->flow == FLOW_BRANCH ? 1 : i->edge_count;
        for (uint32_t t = 0; t < targets; t++) {
            i->targets[t] = decoder->first_of[i->targets[t]];
            starts[i->targets[t]] = true;
        }
    }
    graph->block_of = decode_take(decoder, (decoder->count + 1) * sizeof *graph->block_of);
    for (uint32_t n = 0; n < decoder->count; n++) {
        graph->count += starts[n];
        graph->block_of[n] = graph->count - 1;
    }
    if (graph->count > MAX_BLOCKS) {
        decode_fail(decoder, SIMT_UNSUPPORTED, "'%.80s' has more than %d basic blocks",
                    decoder->ptx->name, MAX_BLOCKS);
    }
    graph->blocks = decode_take(decoder, (graph->count + 1) * sizeof *graph->blocks);
    for (uint32_t n = 0; n < decoder->count; n++) {
        struct flow_block *block = &graph->blocks[graph->block_of[n]];
        block->first = starts[n] ? n : block->first;
        block->end = n + 1;
        block->loop = -1;
    }
}

/* A loop of nothing but its own branch, which never ends, has no line in the PTX: it stands on that
 * of the branch that leads to it. */
static void place_empty_loops(struct decoder *decoder) {
    for (uint32_t n = 0; n < decoder->count; n++) {
        const struct instruction *from = &decoder->code[n];
        uint32_t targets = from->flow == FLOW_BRANCH ? 1 : from->edge_count;
        for (uint32_t t = 0; t < targets; t++) {
            uint32_t to = from->targets[t];
            const struct instruction *loop = &decoder->code[to];
            if (to != n && loop->flow == FLOW_JUMP && loop->targets[0] == to) {
                decoder->sites[to].source.file = decoder->sites[n].source.file;
                decoder->sites[to].source.line = decoder->sites[n].source.line;
            }
        }
    }
}

static uint32_t visit(struct flow_graph *graph, uint32_t block, struct order_element **list);

static struct order_element *new_element(struct flow_graph *graph, uint32_t block,
                                         struct order_element **list) {
    struct order_element *element = decode_take(graph->decoder, sizeof *element);
    element->block = block;
    element->next = *list;
    *list = element;
    return element;
}

static void visit_successors(struct flow_graph *graph, uint32_t block, struct order_element **list,
                             uint32_t *head, bool *loops) {
    uint32_t count = successor_count(graph, block);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t to = successor(graph, block, n);
        uint32_t least =
            graph->blocks[to].number == 0 ? visit(graph, to, list) : graph->blocks[to].number;
        if (head != NULL && least <= *head) {
            *head = least;
            *loops = true;
        }
    }
}

static uint32_t visit(struct flow_graph *graph, uint32_t block, struct order_element **list) {
    struct flow_block *blocks = graph->blocks;
    graph->stack[graph->stack_count++] = block;
    blocks[block].number = ++graph->numbered;
    uint32_t head = blocks[block].number;
    bool loops = false;
    visit_successors(graph, block, list, &head, &loops);
    if (head != blocks[block].number) {
        return head;
    }
    blocks[block].number = DONE;
    uint32_t popped = graph->stack[--graph->stack_count];
    if (!loops) {
        new_element(graph, block, list);
        return head;
    }
    while (popped != block) {
        blocks[popped].number = 0;
        popped = graph->stack[--graph->stack_count];
    }
    struct order_element *inside = NULL;
    visit_successors(graph, block, &inside, NULL, NULL);
    struct order_element *element = new_element(graph, block, list);
    element->head = true;
    element->inside = inside;
    return head;
}

/* Lists to one order, loops to a tree. */
static void flatten(struct flow_graph *graph, const struct order_element *list, int32_t parent) {
    for (const struct order_element *element = list; element != NULL; element = element->next) {
        struct flow_block *block = &graph->blocks[element->block];
        int32_t loop = parent;
        if (element->head) {
            loop = (int32_t)graph->loop_count++;
            graph->loops[loop] =
                (struct loop){.parent = parent,
                              .depth = parent < 0 ? 0 : graph->loops[parent].depth + 1,
                              .head = element->block};
        }
        block->loop = loop;
        graph->order[graph->order_count++] = element->block;
        flatten(graph, element->inside, loop);
    }
}

/* Is loop `inner` (or -1) within loop `outer`? */
static bool within(const struct flow_graph *graph, int32_t inner, int32_t outer) {
    while (inner >= 0 && inner != outer) {
        inner = graph->loops[inner].parent;
    }
    return inner == outer;
}

static struct edge make_edge(const struct flow_graph *graph, uint32_t from, uint32_t to) {
    const struct flow_block *blocks = graph->blocks;
    struct edge edge = {.target = blocks[to].place, .increment = MAX_LOOP_DEPTH};
    int32_t loop = blocks[to].loop;
    if (loop >= 0 && graph->loops[loop].head == to && within(graph, blocks[from].loop, loop)) {
        edge.increment = graph->loops[loop].depth < MAX_LOOP_DEPTH
                             ? (uint8_t)graph->loops[loop].depth
                             : MAX_LOOP_DEPTH;
        return edge;
    }
    uint32_t inner = loop < 0 ? 0 : graph->loops[loop].depth + 1;
    int32_t common = loop;
    while (common >= 0 && !within(graph, blocks[from].loop, common)) {
        common = graph->loops[common].parent;
    }
    uint32_t outer = common < 0 ? 0 : graph->loops[common].depth + 1;
    edge.reset_from = (uint8_t)(outer < MAX_LOOP_DEPTH ? outer : MAX_LOOP_DEPTH);
    edge.reset_to = (uint8_t)(inner < MAX_LOOP_DEPTH ? inner : MAX_LOOP_DEPTH);
    return edge;
}

/* Does a block that falls through need a jump to get to the next one? */
static bool needs_jump(const struct flow_graph *graph, uint32_t position) {
    uint32_t block = graph->order[position];
    if (last_of(graph, block)->flow != FLOW_NEXT) {
        return false;
    }
    bool adjacent = position + 1 < graph->order_count && graph->order[position + 1] == block + 1;
    return !adjacent || graph->blocks[block + 1].predecessors > 1;
}

static uint32_t place_blocks(struct flow_graph *graph, uint32_t base) {
    uint32_t at = base;
    for (uint32_t n = 0; n < graph->order_count; n++) {
        uint32_t block = graph->order[n];
        uint32_t successors = successor_count(graph, block);
        for (uint32_t s = 0; s < successors; s++) {
            graph->blocks[successor(graph, block, s)].predecessors++;
        }
    }
    for (uint32_t n = 0; n < graph->order_count; n++) {
        struct flow_block *block = &graph->blocks[graph->order[n]];
        block->place = at;
        at += block->end - block->first + needs_jump(graph, n);
    }
    return at - base;
}

static void write_edges(struct flow_graph *graph, uint32_t block, struct instruction *last,
                        uint32_t count) {
    last->edges = decode_take(graph->decoder, count * sizeof *last->edges);
    last->edge_count = count;
    for (uint32_t n = 0; n < count; n++) {
        last->edges[n] = make_edge(graph, block, successor(graph, block, n));
    }
}

static void write_block(struct flow_graph *graph, uint32_t position) {
    struct decoder *decoder = graph->decoder;
    struct simt_module *module = decoder->module;
    struct function *function = decoder->function;
    uint32_t number = graph->order[position];
    const struct flow_block *block = &graph->blocks[number];
    uint32_t at = block->place;
    for (uint32_t n = block->first; n < block->end; n++, at++) {
        module->code[at] = decoder->code[n];
        module->sites[at] = decoder->sites[n];
        function->loop_of[at - function->first] = block->loop;
    }
    struct instruction *last = &module->code[at - 1];
    if (last->flow != FLOW_END && last->flow != FLOW_NEXT) {
        write_edges(graph, number, last, last->edge_count);
        if (last->run == run_jump && last->edges[0].target == at - 1) {
            last->run = run_idle_loop;
        }
    }
    if (needs_jump(graph, position)) {
        module->sites[at] = decoder->sites[block->end - 1];
        module->code[at] = (struct instruction){
            .run = run_jump, .flow = FLOW_JUMP, .synthetic = true, .edge_count = 1};
        function->loop_of[at - function->first] = block->loop;
        write_edges(graph, number, &module->code[at], 1);
        at++;
    }
    for (uint32_t n = block->place; n < at; n++) {
        module->code[n].site = n;
    }
}

static bool counts_nothing(const struct edge *edge) {
    return edge->increment == MAX_LOOP_DEPTH && edge->reset_from >= edge->reset_to;
}

/* `if` without `else`: what stands between a branch and the place that it jumps to, where it is one
 * block. How many instructions, its jump to that place included; 0: it is otherwise, or long. */
static uint8_t body_of(const struct simt_module *module, const struct instruction *branch) {
    const struct edge *out = &branch->edges[0], *in = &branch->edges[1];
    uint32_t n = in->target;
    while (n < module->count && n < in->target + UINT8_MAX && module->code[n].flow == FLOW_NEXT) {
        n++;
    }
    const struct instruction *last = &module->code[n];
    bool plain = n < module->count && n < in->target + UINT8_MAX && n < out->target &&
                 last->flow == FLOW_JUMP && last->edges[0].target == out->target;
    return plain && counts_nothing(out) && counts_nothing(in) && counts_nothing(&last->edges[0])
               ? (uint8_t)(n - in->target + 1)
               : 0;
}

void order_code(struct decoder *decoder) {
    struct flow_graph graph = {.decoder = decoder};
    struct simt_module *module = decoder->module;
    struct function *function = decoder->function;
    find_blocks(&graph);
    place_empty_loops(decoder);
    graph.stack = decode_take(decoder, (graph.count + 1) * sizeof *graph.stack);
    graph.order = decode_take(decoder, (graph.count + 1) * sizeof *graph.order);
    graph.loops = decode_take(decoder, (graph.count + 1) * sizeof *graph.loops);
    struct order_element *list = NULL;
    visit(&graph, 0, &list);
    flatten(&graph, list, -1);
    uint32_t count = place_blocks(&graph, module->count);
    struct instruction *code = decode_take(decoder, (module->count + count) * sizeof *code);
    struct simt_site *sites = decode_take(decoder, (module->count + count) * sizeof *sites);
    if (module->count > 0) {
        memcpy(code, module->code, module->count * sizeof *code);
        memcpy(sites, module->sites, module->count * sizeof *sites);
    }
    module->code = code;
    module->sites = sites;
    function->first = module->count;
    function->count = count;
    function->loop_of = decode_take(decoder, (count + 1) * sizeof *function->loop_of);
    module->count += count;
    for (uint32_t n = 0; n < graph.order_count; n++) {
        write_block(&graph, n);
    }
    for (uint32_t n = function->first; n < function->first + count; n++) {
        if (code[n].flow == FLOW_BRANCH && !module->device->plain) {
            code[n].body = body_of(module, &code[n]);
        }
    }
    for (uint32_t l = 0; l < graph.loop_count; l++) {
        graph.loops[l].head = graph.blocks[graph.loops[l].head].place;
    }
    function->loops = graph.loops;
    function->loop_count = graph.loop_count;
}
