#!/usr/bin/env python3
"""Order the tasks of a plan, and draw what waits for what."""
import heapq
import json
import sys
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache, total_ordering
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple


class Slot(NamedTuple):
    start: date
    end: date


@total_ordering
@dataclass(eq=False)
class Task:
    id: str
    days: int
    after: tuple[str, ...] = ()
    who: str = "anybody"
    slot: Slot | None = field(default=None, repr=False)

    def __lt__(self, other):
        return (-self.days, self.id) < (-other.days, other.id)


def workdays(start: date, days: int):
    day = start
    while days:
        if day.weekday() < 5:
            days -= 1
            yield day
        day += timedelta(days=1)


plan = json.loads(Path(sys.argv[1]).read_text())
tasks = {k: Task(k, v["days"], tuple(v.get("after", ())), v.get("who", "anybody")) for k, v in plan["tasks"].items()}


@cache
def weight(id: str) -> int:
    return tasks[id].days + max((weight(k) for k, t in tasks.items() if id in t.after), default=0)


sorter = TopologicalSorter({k: t.after for k, t in tasks.items()})
try:
    sorter.prepare()
except CycleError as e:
    print("a circle:", " -> ".join(e.args[1]))
    sys.exit(3)
ready, order, free = [], [], {}
while sorter.is_active():
    for id in sorter.get_ready():
        heapq.heappush(ready, (-weight(id), tasks[id]))
    _, t = heapq.heappop(ready)
    start = max([date.fromisoformat(plan["start"]), free.get(t.who, date.min), *(tasks[a].slot.end + timedelta(days=1) for a in t.after)])
    days = list(workdays(start, t.days))
    t.slot = Slot(days[0], days[-1])
    free[t.who] = t.slot.end + timedelta(days=1)
    order.append(t)
    sorter.done(t.id)
out = Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
(out / "plan.mmd").write_text("flowchart LR\n" + "".join(f"  {a} --> {t.id}\n" for t in order for a in t.after))
for t in order:
    print(f"{t.slot.start:%a %d %b} - {t.slot.end:%a %d %b}  {t.id:<8} {t.who}")
print(f"{max(t.slot.end for t in order):%G-W%V-%u}; the longest way: {max(map(weight, tasks))} days")
print(order[0])
