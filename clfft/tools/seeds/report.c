/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* report.c: cells in the shape of their text, one by one, and as CSV. */
#include "seeds.h"

#include <stdarg.h>
#include <string.h>

#define NAME_WIDTH 15
#define CELL_WIDTH 8

/* ---- cells ---- */

void seeds_set_cell(struct seeds_cell *cell, const char *table, const char *row,
                    const char *column, const char *format, ...)
{
    va_list arguments;

    *cell = (struct seeds_cell){.table = table};
    snprintf(cell->row, sizeof cell->row, "%s", row);
    snprintf(cell->column, sizeof cell->column, "%s", column);
    va_start(arguments, format);
    vsnprintf(cell->recipe, sizeof cell->recipe, format, arguments);
    va_end(arguments);
}

void seeds_set_peer(struct seeds_cell *cell, const char *name,
                    const struct peer *peer)
{
    *cell = (struct seeds_cell){.table = "beside", .peer = peer};
    snprintf(cell->row, sizeof cell->row, "%s", name);
}

const struct seeds_cell *seeds_find(const struct seeds_cell *cells,
                                    unsigned n_cells, const char *table,
                                    const char *row, const char *column)
{
    for (unsigned i = 0; i < n_cells; i++)
        if (!strcmp(cells[i].table, table) && !strcmp(cells[i].row, row) &&
            !strcmp(cells[i].column, column))
            return &cells[i];
    return NULL;
}

static double pass_ms(const struct seeds_cell *cell)
{
    const double ms = cell->event_ms > 0 ? cell->event_ms : cell->wall_ms;

    return cell->n_launches ? ms / cell->n_launches : ms;
}

double seeds_pass_rate(const struct seeds_cell *cell)
{
    return cell->measured && pass_ms(cell) > 0
               ? 16 * cell->points / (1e6 * pass_ms(cell))
               : 0;
}

unsigned seeds_get_clock(const struct bench_device *device)
{
    cl_uint clock = 0;

    clGetDeviceInfo(device->id, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof clock,
                    &clock, NULL);
    return clock;
}

/* ---- the text's shape ---- */

enum figure { FIGURE_WALL, FIGURE_EVENTS, FIGURE_ERROR };

static void print_figure(const struct seeds_cell *cell, enum figure figure)
{
    char text[32] = "-";

    if (cell && figure == FIGURE_ERROR && cell->error >= 0)
        snprintf(text, sizeof text, "%.1e", cell->error);
    else if (cell && cell->measured && figure == FIGURE_WALL)
        snprintf(text, sizeof text, "%.4g", cell->wall_ms);
    else if (cell && cell->measured && figure == FIGURE_EVENTS &&
             cell->event_ms > 0)
        snprintf(text, sizeof text, "%.4g", cell->event_ms);
    else if (cell && !cell->measured)
        snprintf(text, sizeof text, "%.*s", (int)strcspn(cell->status, ":"),
                 cell->status);
    printf(" %*s", CELL_WIDTH, text);
}

static void print_head(const struct seeds_grid *grid, unsigned n_groups,
                       const char *const *names)
{
    printf("%-*s", NAME_WIDTH, "");
    for (unsigned g = 0; g < n_groups; g++)
        printf(" | %-*s", (int)((CELL_WIDTH + 1) * grid->n_columns), names[g]);
    printf("\n%-*s", NAME_WIDTH, "");
    for (unsigned g = 0; g < n_groups; g++) {
        printf(" |");
        for (unsigned c = 0; c < grid->n_columns; c++)
            printf(" %*s", CELL_WIDTH, grid->columns[c]);
        printf(" ");
    }
    printf("\n");
}

static void print_text_figure(double ms)
{
    if (ms > 0)
        printf(" %*g", CELL_WIDTH, ms);
    else
        printf(" %*s", CELL_WIDTH, "");
}

static void print_row(const struct seeds_grid *grid, unsigned row,
                      const struct seeds_cell *cells, unsigned n_cells)
{
    printf("%-*s", NAME_WIDTH, grid->rows[row]);
    for (unsigned t = 0; t < grid->n_texts; t++) {
        printf(" |");
        for (unsigned c = 0; c < grid->n_columns; c++)
            print_text_figure(
                grid->texts[t].figures[row * grid->n_columns + c]);
        printf(" ");
    }
    for (int figure = FIGURE_WALL; figure <= FIGURE_ERROR; figure++) {
        printf(" |");
        for (unsigned c = 0; c < grid->n_columns; c++)
            print_figure(seeds_find(cells, n_cells, grid->table,
                                    grid->rows[row], grid->columns[c]),
                         (enum figure)figure);
        printf(" ");
    }
    printf("\n");
}

void seeds_print_grid(const struct seeds_run *run,
                      const struct seeds_grid *grid,
                      const struct seeds_cell *cells, unsigned n_cells)
{
    const char *names[8];
    unsigned n = 0;

    for (unsigned t = 0; t < grid->n_texts && t < 5; t++)
        names[n++] = grid->texts[t].system;
    names[n++] = "here, wall ms";
    names[n++] = "here, events ms";
    names[n++] = "relative L2 error";
    printf("\n%s\n", grid->title);
    print_head(grid, n, names);
    for (unsigned r = 0; r < grid->n_rows; r++)
        print_row(grid, r, cells, n_cells);
    for (unsigned t = 0; t < grid->n_texts; t++)
        for (unsigned i = 0; i < grid->n_rows * grid->n_columns; i++)
            if (grid->texts[t].figures[i] > 0)
                seeds_csv_text(run, grid->table, grid->texts[t].system,
                               grid->rows[i / grid->n_columns],
                               grid->columns[i % grid->n_columns],
                               grid->texts[t].figures[i]);
    fflush(stdout);
}

/* ---- one by one ---- */

static void print_detail(const struct seeds_cell *cell, double copy_rate)
{
    const double rate = seeds_pass_rate(cell);

    printf("%-28s", cell->recipe[0] ? cell->recipe
                    : cell->peer    ? cell->peer->name
                                    : "engine");
    if (!cell->measured) {
        printf(" %s\n", cell->status);
        return;
    }
    printf(" %9.4g", cell->wall_ms);
    if (cell->event_ms > 0)
        printf(" %9.4g %6u %9.4g", cell->event_ms, cell->n_launches,
               pass_ms(cell));
    else
        printf(" %9s %6s %9s", "-", "-", "-");
    printf(" %7.4g", rate);
    if (copy_rate > 0)
        printf(" %5.0f%%", 100 * rate / copy_rate);
    else
        printf(" %6s", "-");
    if (cell->peer == &peer_copy) {
        printf("\n");
        return;
    }
    printf(" %7.4g %8.1e", 1e-6 * cell->flops / cell->wall_ms, cell->error);
    if (cell->limit > 0)
        printf(" %8.1e", cell->limit);
    else
        printf(" %8s", cell->peer ? "-" : "contract");
    if (!cell->peer)
        printf(" %7zu %6zu", cell->private_size, cell->local_size);
    printf("\n");
    if (!cell->recipe[0] && cell->used[0])
        printf("    %s\n", cell->used);
}

void seeds_print_details(const char *desc, const struct seeds_cell *cells,
                         unsigned n_cells)
{
    double copy_rate = 0;

    for (unsigned i = 0; i < n_cells; i++)
        if (cells[i].peer == &peer_copy)
            copy_rate = seeds_pass_rate(&cells[i]);
    printf("\n%s\n%-28s %9s %9s %6s %9s %7s %6s %7s %8s %8s %7s %6s\n", desc,
           "", "wall ms", "event ms", "passes", "ms/pass", "GB/s", "copy",
           "GFLOPS", "rel_l2", "limit", "private", "local");
    for (unsigned i = 0; i < n_cells; i++)
        print_detail(&cells[i], copy_rate);
    fflush(stdout);
}

/* ---- CSV ---- */

FILE *seeds_csv_open(const char *path)
{
    FILE *csv = fopen(path, "w");

    if (!csv) {
        perror(path);
        return NULL;
    }
    fprintf(csv, "seed,table,row,column,system,driver,desc,recipe,wall_ms,"
                 "event_ms,launches,launch_min_ms,launch_max_ms,gbps_pass,"
                 "gflops,rel_l2,limit,private_bytes,local_bytes,part_ms,"
                 "clock_mhz,status\n");
    return csv;
}

static void print_quoted(FILE *csv, const char *text)
{
    fputc('"', csv);
    for (const char *c = text; *c; c++)
        fputs(*c == '"' ? "\"\"" : (const char[2]){*c, 0}, csv);
    fputc('"', csv);
}

static void print_number(FILE *csv, double value, bool known)
{
    if (known)
        fprintf(csv, "%.6g", value);
    fputc(',', csv);
}

static void print_names(const struct seeds_run *run, const char *table,
                        const char *row, const char *column, const char *system,
                        const char *driver)
{
    const char *const names[] = {run->seed, table, row, column, system, driver};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        print_quoted(run->csv, names[i]);
        fputc(',', run->csv);
    }
}

void seeds_csv_cell(const struct seeds_run *run, const char *desc,
                    const struct seeds_cell *cell)
{
    const clfft_limits *limits = run->device->limits;
    const bool is_ours = cell->measured && !cell->peer;
    FILE *csv = run->csv;

    if (!csv)
        return;
    print_names(run, cell->table, cell->row, cell->column, limits->device_name,
                limits->driver_version);
    print_quoted(csv, desc);
    fputc(',', csv);
    print_quoted(csv, cell->used[0] ? cell->used : cell->recipe);
    fputc(',', csv);
    print_number(csv, cell->wall_ms, cell->measured);
    print_number(csv, cell->event_ms, is_ours && cell->event_ms > 0);
    print_number(csv, cell->n_launches, is_ours);
    print_number(csv, cell->launch_ms[0], is_ours && cell->event_ms > 0);
    print_number(csv, cell->launch_ms[1], is_ours && cell->event_ms > 0);
    print_number(csv, seeds_pass_rate(cell), cell->measured);
    print_number(csv, 1e-6 * cell->flops / cell->wall_ms,
                 cell->measured && cell->peer != &peer_copy);
    print_number(csv, cell->error, cell->error >= 0);
    print_number(csv, cell->limit, cell->limit > 0);
    print_number(csv, (double)cell->private_size, is_ours);
    print_number(csv, (double)cell->local_size, is_ours);
    print_number(csv, cell->part_ms, is_ours && cell->part_ms > 0);
    print_number(csv, seeds_get_clock(run->device),
                 seeds_get_clock(run->device) > 0);
    print_quoted(csv, cell->status);
    fputc('\n', csv);
    fflush(csv);
}

void seeds_csv_text(const struct seeds_run *run, const char *table,
                    const char *system, const char *row, const char *column,
                    double ms)
{
    if (!run->csv)
        return;
    print_names(run, table, row, column, system, "");
    fprintf(run->csv, "\"\",\"\",%g,,,,,,,,,,,,,\"text\"\n", ms);
}
