#!/usr/bin/env python3
import csv
import sys
from datetime import date, datetime
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

source, out = map(Path, sys.argv[1:3])
out.mkdir(parents=True, exist_ok=True)

book = Workbook()
sheet = book.active
sheet.title = "Hours"
with source.open(newline="", encoding="utf-8-sig") as f:
    rows = list(csv.DictReader(f, delimiter=";"))
sheet.append([name.title() for name in rows[0]])
for row in rows:
    sheet.append([date.fromisoformat(row["day"]), row["who"], float(row["hours"].replace(",", ".")), None])
for i in range(2, sheet.max_row + 1):
    sheet.cell(i, 1).number_format = "yyyy-mm-dd"
    sheet.cell(i, 4).value = f'=IF(C{i}>8,"long","")'
for cell in sheet[1]:
    cell.font, cell.fill, cell.alignment = Font(bold=True, color="FFFFFF"), PatternFill("solid", fgColor="336699"), Alignment(horizontal="center")
sheet.freeze_panes = "A2"
sheet.auto_filter.ref = sheet.dimensions
for i, width in enumerate((12, 10, 8, 8), 1):
    sheet.column_dimensions[get_column_letter(i)].width = width
total = book.create_sheet("Total")
for who in sorted({r["who"] for r in rows}):
    total.append([who, f'=SUMIF(Hours!B:B,A{total.max_row + (total["A1"].value is not None)},Hours!C:C)'])
chart = BarChart()
chart.add_data(Reference(total, min_col=2, min_row=1, max_row=total.max_row))
total.add_chart(chart, "D1")
book.save(out / "hours.xlsx")

again = load_workbook(out / "hours.xlsx")
with (out / "cells.csv").open("w", newline="") as f:
    w = csv.writer(f)
    for s in again.worksheets:
        for row in s.iter_rows():
            for c in row:
                v = c.value.date() if isinstance(c.value, datetime) else c.value
                w.writerow([s.title, c.coordinate, "" if v is None else v, c.number_format, "bold" if c.font.b else ""])
print(again.sheetnames, again["Hours"].dimensions, again["Hours"].freeze_panes, len(again["Total"]._charts))
