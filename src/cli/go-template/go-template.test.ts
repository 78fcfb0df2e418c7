import { describe, expect, it } from 'vitest'
import { compileGoTemplate } from './go-template.ts'

const object = {
  kind: 'List',
  data: { a: '1', o: '2' },
  items: [
    { name: 'x', n: 1 },
    { name: 'y', n: 2 },
  ],
  empty: [],
}
const run = (source: string, missing = true): string => compileGoTemplate(source, missing)(object)

describe('a Go template', () => {
  it.each([
    ['{{.data.a}}', '1'],
    ['{{range $k, $v := .data}}{{$k}}={{$v}};{{end}}{{"\\n"}}', 'a=1;o=2;\n'],
    ['{{range .items}}{{.name}}{{if gt .n 1}}!{{else}}?{{end}} {{end}}', 'x? y! '],
    ['{{range .empty}}x{{else}}none{{end}}', 'none'],
    ['{{with .data}}{{.o}}{{$.kind}}{{end}}', '2List'],
    ['{{- /* note */ -}} {{ .kind | printf "%q" }}', '"List"'],
    ['{{printf "%5s|%-5s|%05d|%x|%T" "a" "b" 42 "hi" .data}}', '    a|b    |00042|6869|map[string]interface {}'],
    ['{{printf "%05s|%-05s|%05v|%#06x|%05.2d|%.0d" "a" "b" true 255 7 0}}', '0000a|b    |0true|0x0000ff|   07|'],
    [
      '{{printf "%d %z" "x" 1}} {{printf "%d"}} {{printf "x" 1}}',
      '%!d(string=x) %!z(int=1) %!d(MISSING) x%!(EXTRA int=1)',
    ],
    [
      '{{printf "%05.1f|%-5z|%.2d|%#x|%5d" 1 2 2.345 true "a"}}',
      '%!f(int=    1)|%!z(int=2    )|%!d(float64=2.3)|%!x(bool=true)|%!d(string=    a)',
    ],
    ['{{printf "%q %q %q %+q %#q %q" 5 39 34 233 233 92}}', `'\\x05' '\\'' '"' '\\u00e9' 'é' '\\\\'`],
    ['{{$x := 1}}{{$x = 2}}{{$x}}', '2'],
    ['{{print nil}} {{.none}} {{index .data "none"}}', '<nil> <no value> <no value>'],
    ['{{len .kind}} {{slice .kind 2}} {{"\\u00e9"}} {{0x10}} {{\'a\'}}', '4 st é 16 97'],
    ['a {{- " b " -}} c', 'a b c'],
    ['{{(index .items 1).name}}{{len .items}}', 'y2'],
    ['{{if eq .kind "Pod"}}p{{else if eq .kind "List"}}l{{end}}', 'l'],
    ['{{.data.none.deep}}', '<no value>'],
    ['{{.data}}', 'map[a:1 o:2]'],
    ['{{$x := .kind}}{{$x}}', 'List'],
    ['{{define "t"}}<{{.}}>{{end}}{{template "t" .kind}}{{block "b" .data}}{{.a}}{{end}}', '<List>1'],
    ['{{range .items}}{{if eq .n 2}}{{break}}{{end}}{{.name}}{{end}}', 'x'],
    ['{{range .items}}{{if eq .n 1}}{{continue}}{{end}}{{.name}}{{end}}', 'y'],
    ['{{html "<a>"}} {{js "\'"}} {{urlquery "a b"}} {{slice .kind 1 3}}', "&lt;a&gt; \\' a+b is"],
    ['{{print 1 2 "a" 2.5}}', '1 2a2.5'],
    ['{{1e6}} {{-0.0}} {{0x1p4}} {{printf "%g %x %b" 2.0 1.5 1.5}}', '1e+06 -0 16 2 0x1.8p+00 6755399441055744p-52'],
    ['{{1i}} {{1-2.5i}} {{-0i}} {{1e3+1_000i}} {{0x1p4i}}', '(0+1i) (1-2.5i) (0-0i) (1000+1000i) (0+16i)'],
    [
      '{{printf "%T %.1f %d" 1i 1+2i 1i}} {{eq 1i 1i}} {{not 0i}}',
      'complex128 (1.0+2.0i) %!d(complex128=(0+1i)) true true',
    ],
    ['{{len (printf "%.200f" 0.5)}} {{printf "%.103f" 1e-100}}', `202 0.${'0'.repeat(99)}1000`],
    [
      '{{printf "%.1f" 1e22}} {{len (printf "%.200e" 0.1)}} {{printf "%.300g" 0.5}}',
      '10000000000000000000000.0 206 0.5',
    ],
    ['{{printf "%[2]*[1]d|%[3]d" 1 5}}', '    1|%!d(BADINDEX)'],
    ['{{printf "a%99999999db" 1}} {{printf "%*d" 1000001 7}}', 'a%!(NOVERB)%!(EXTRA int=1) %!(BADWIDTH)7'],
    ['{{define "a"}} {{end}}{{define "a"}}y{{end}}{{template "a"}}', 'y'],
  ])('executes %s', (source, text) => {
    expect(run(source)).toBe(text)
  })

  it.each([
    ['{{.data', 'template: output:1: unclosed action'],
    ['{{nofunc .data}}', 'template: output:1: function "nofunc" not defined'],
    ['{{if}}', 'template: output:1: missing value for if'],
    ['{{if .a}}', 'template: output:1: unexpected EOF'],
    ['{{break}}', 'template: output:1: {{break}} outside {{range}}'],
    ['{{index .items 9}}', '1:2: executing "output" at <index .items 9>: error calling index: index out of range: 9'],
    ['{{$x}}', 'template: output:1: undefined variable "$x"'],
    [
      '{{define "x"}}{{template "x"}}{{end}}{{template "x"}}',
      'executing "x" at <{{template "x"}}>: exceeded maximum template depth (100000)',
    ],
    ['{{2i+1}}', 'bad number syntax: "2i+1"'],
    ['{{1+2}}', 'bad number syntax: "1+2"'],
    ['{{1+i}}', 'template: output:1: syntax error scanning complex number'],
    ['{{1e400i}}', 'illegal number syntax: "1e400i"'],
    ['{{lt 1i 2i}}', 'invalid type for comparison'],
    ['{{|}}', 'template: output:1: unexpected "|" in command'],
    ['{{.a.b}} {{1 | 2}}', 'template: output:1: non executable command in pipeline stage 2'],
    ['{{if .a}}\n{{.b', 'template: output:2: unclosed action'],
    ['{{define}}{{end}}', 'template: output:1: unexpected "}}" in define clause'],
    ['{{range .a}}{{else}}{{else}}{{end}}', 'template: output:1: expected end; found {{else}}'],
    ['{{1 2}}', 'executing "output" at <1>: can\'t give argument to non-function 1'],
    ['{{.kind "x"}}', 'executing "output" at <.kind>: kind is not a method but has arguments'],
    ['{{range .kind}}{{end}}', 'executing "output" at <.kind>: range can\'t iterate over List'],
    ['{{not}}', 'executing "output" at <not>: wrong number of args for not: want 1 got 0'],
    ['{{eq 1 "a"}}', 'executing "output" at <eq 1 "a">: error calling eq: incompatible types for comparison'],
    ['{{define "t"}}{{.x.y}}{{end}}{{template "t" .kind}}', 'executing "t" at <.x.y>: can\'t evaluate field x in type'],
    ['{{.items.none}}', '1:8: executing "output" at <.items.none>: can\'t evaluate field none in type interface {}'],
    ['{{08}}', 'integer overflow: "08"'],
    ['{{-019}}', 'integer overflow: "-019"'],
    ["{{''}}", 'template: output:1: invalid syntax'],
    ['{{$x = 2}}', '1:7: executing "output" at <2>: undefined variable: $x'],
    [
      '{{define "a"}}x{{end}}{{define "a"}}y{{end}}',
      'template: output:1: template: multiple definition of template "a"',
    ],
    ['{{len nil}}', 'error calling len: reflect: call of reflect.Value.Type on zero Value'],
    ['{{index .none}}', 'error calling index: index of untyped nil'],
    ['{{index .items 1.0}}', 'error calling index: cannot index slice/array with type float64'],
    ['{{eq 1 1.0}}', 'error calling eq: incompatible types for comparison'],
    ['{{(.kind).x}}', '1:3: executing "output" at <.kind>: can\'t evaluate field x in type string'],
    ['{{template "x"}}', 'executing "output" at <{{template "x"}}>: template "x" not defined'],
    [
      '{{"Secret"|base64decode}}',
      'at <base64decode>: error calling base64decode: base64 decode failed: illegal base64',
    ],
  ])('refuses %s', (source, message) => {
    expect(() => run(source)).toThrow(message)
  })

  it('refuses an absent key with its name, unless absent keys are allowed', () => {
    expect(() => run('{{.data.none}}', false)).toThrow(
      'template: output:1:7: executing "output" at <.data.none>: map has no entry for key "none"',
    )
  })
})
