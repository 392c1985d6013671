# SPDX-License-Identifier: LGPL-2.1-or-later
"""The Markdown table of a CSV file of bench latency."""


def latency_table(rows):
    """Lines; a row's rate beside that of its length's first row."""
    lines = ["| length | frames-per-buffer | transforms a second | of that "
             "with 1 | × real time | latency, ms | added, ms |",
             "|--:|--:|--:|--:|--:|--:|--:|"]
    for row in rows:
        rate = float(row["transforms_per_s"])
        one = next(float(other["transforms_per_s"]) for other in rows
                   if other["length"] == row["length"])
        lines.append("| %s | %s | %.0f (%.0f..%.0f) | %.2f | %.0f | %.1f | "
                     "%.1f |" % (
                         row["length"], row["frames_per_buffer"], rate,
                         float(row["q1_per_s"]), float(row["q3_per_s"]),
                         rate / one,
                         rate * float(row["hop"]) / float(row["rate"]),
                         float(row["latency_ms"]), float(row["added_ms"])))
    return lines
