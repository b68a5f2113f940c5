package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// writeTargets writes the table of what one kind of measurement has to reach.
func writeTargets(b *strings.Builder, of string, now, then figures) {
	rows := [][]string{{"target", "figure", "ratio", "wanted", "", "at the last release"}}
	for _, t := range append(targets[:len(targets):len(targets)], now.frames()...) {
		if t.by == of {
			rows = append(rows, t.row(now, then))
		}
	}
	columns(b, rows)
}

func (t target) row(now, then figures) []string {
	was := "not measured"
	if _, ok := then[t.figure]; ok {
		was = strings.TrimSuffix(t.said(then)+", "+t.ratioSaid(then), ", ")
	}
	if _, ok := now[t.figure]; !ok {
		return []string{t.what, "not measured", "", t.wanted(), "", was}
	}
	return []string{t.what, t.said(now), t.ratioSaid(now), t.wanted(), t.verdict(now), was}
}

// ratio is that to another figure, or to what was wanted; false where there is nothing to hold it to.
func (t target) ratio(f figures) (float64, bool) {
	if t.to != "" {
		return f[t.figure] / f[t.to], f[t.to] > 0
	}
	return f[t.figure] / t.most, t.most > 0
}

func (t target) verdict(f figures) string {
	ratio, ok := t.ratio(f)
	switch limit := t.most; {
	case !ok || t.most == 0:
		return ""
	case t.to != "" && ratio > limit, t.to == "" && ratio > 1:
		return "MISSED"
	}
	return "holds"
}

func (t target) ratioSaid(f figures) string {
	ratio, ok := t.ratio(f)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.2f", ratio)
}

func (t target) wanted() string {
	switch {
	case t.to != "" && t.most > 0:
		return fmt.Sprintf("at most %g × %s", t.most, t.than)
	case t.to != "":
		return "× " + t.than
	case t.most > 0:
		return fmt.Sprintf("at most %g %s", t.most, t.unit())
	}
	return ""
}

func (t target) said(f figures) string { return amount(f[t.figure]) + " " + t.unit() }

// unit is the last word of the figure.
func (f figure) unit() string { return string(f[strings.LastIndexByte(string(f), ' ')+1:]) }

// amount is a number with three digits that count.
func amount(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3f", v)
}

// columns writes rows, each column as wide as its widest.
func columns(b *strings.Builder, rows [][]string) {
	wide := map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(cell)+2))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
