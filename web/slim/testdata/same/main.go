// Command same is built for the tests of slim: it goes through what Go writes in its own way for WebAssembly, and
// prints what came of it.
package main

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	for _, part := range []func() any{jumps, goroutines, choices, recovered, wrapped, deep, wide, reflected, numbers, collected} {
		fmt.Println(part())
	}
}

// jumps goes back and forth between blocks, out of two loops and to a label.
func jumps() any {
	var b strings.Builder
	for i := range 30 {
		switch {
		case i%15 == 0:
			b.WriteString("both ")
			continue
		case i%5 == 0:
			b.WriteString("five ")
			fallthrough
		case i%7 == 0:
			b.WriteString("on ")
		default:
			fmt.Fprint(&b, i, " ")
		}
	}
	n := 0
again:
	for i := range 10 {
		for k := range 10 {
			if n++; n%13 == 0 && n < 200 {
				goto again
			}
			if i*k == 42 {
				return b.String() + fmt.Sprint(n, i, k)
			}
		}
	}
	return n
}

// goroutines leaves functions in the middle, and comes back to them.
func goroutines() any {
	numbers, squares := make(chan int), make(chan int)
	go func() {
		defer close(numbers)
		for i := range 100 {
			numbers <- i
			if i%10 == 0 {
				runtime.Gosched()
			}
		}
	}()
	for range 4 {
		go func() {
			for n := range numbers {
				squares <- n * n
			}
		}()
	}
	sum := 0
	for range 100 {
		sum += <-squares
	}
	return sum
}

func choices() any {
	late, never := time.After(time.Millisecond), make(chan int)
	for n := 0; ; n++ {
		select {
		case <-late:
			return "late"
		case <-never:
			return "never"
		default:
			runtime.Gosched()
		}
	}
}

// recovered comes back from panics of each kind to where functions are deferred.
func recovered() any {
	var got []string
	try := func(name string, do func()) {
		defer func() { got = append(got, fmt.Sprint(name, ": ", recover())) }()
		defer func() { got = append(got, name) }()
		do()
	}
	var none *struct{ n int }
	var list []int
	var any any = "text"
	zero := len(list)
	try("nil", func() { fmt.Println(none.n) })
	try("index", func() { fmt.Println(list[zero]) })
	try("divide", func() { fmt.Println(1 / zero) })
	try("type", func() { fmt.Println(any.(int)) })
	try("again", func() {
		defer func() { panic(fmt.Sprint(recover(), ", again")) }()
		panic(errors.New("first"))
	})
	return strings.Join(got, "; ")
}

type value struct{ n int }

func (v value) String() string { return fmt.Sprint("value ", v.n) }

// wrapped calls a value's methods by pointers, one of them nil: fmt knows that one by its panic.
func wrapped() any {
	var none *value
	var late *time.Time
	return fmt.Sprint([]any{&value{3}, none, late})
}

// deep makes its stack grow, with pointers into it.
func deep() any {
	var down func(n int, sum *int) int
	down = func(n int, sum *int) int {
		var frame [16]int
		if frame[n%16] = n; n == 0 {
			return *sum
		}
		mine := *sum + frame[n%16]
		return down(n-1, &mine)
	}
	sum := 0
	return down(3000, &sum)
}

type big [70000]byte

// wide has frames that are longer than a page of memory.
func wide() any {
	var b big
	b[0], b[len(b)-1] = 3, 4
	return fill(b, 5)
}

//go:noinline
func fill(b big, by byte) int {
	for i := range b {
		b[i] += by
	}
	return int(b[0]) + int(b[1]) + int(b[len(b)-1])
}

func reflected() any {
	swap := reflect.MakeFunc(reflect.TypeFor[func(string, int) (int, string)](), func(args []reflect.Value) []reflect.Value {
		slices.Reverse(args)
		return args
	}).Interface().(func(string, int) (int, string))
	n, text := swap("seven", 7)
	method := reflect.ValueOf(value{8}).MethodByName("String").Interface().(func() string)
	return fmt.Sprint(n, text, method())
}

func numbers() any {
	small, large, third := int8(-100), uint64(1)<<63, 1.0/3
	small -= 100
	return fmt.Sprint(small, large>>3, int32(large>>31), int64(third*1e18), uint8(300*third), float32(third), -7/2, -7%3, third*third)
}

// collected keeps a few of many things, so that the collector runs.
func collected() any {
	kept := map[int][]string{}
	for i := range 20000 {
		kept[i%50] = append(kept[i%50][:min(len(kept[i%50]), 20)], strings.Repeat("x", i%97))
	}
	runtime.GC()
	sum := 0
	for _, list := range kept {
		sum += len(strings.Join(list, ""))
	}
	return sum
}
