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
    ['{{- /* note */ -}} {{ .kind | printf "%q" }}', ' "List"'],
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
  ])('%s', (source, text) => {
    expect(run(source)).toBe(text)
  })

  it.each([
    ['{{.data', 'template: output:1: unclosed action'],
    ['{{nofunc .data}}', 'template: output:1: function "nofunc" not defined'],
    ['{{if}}', 'template: output:1: missing value for if'],
    ['{{if .a}}', 'template: output:1: unexpected EOF'],
    ['{{break}}', 'template: output:1: {{break}} outside {{range}}'],
    ['{{index .items 9}}', '1:2: executing "output" at <index .items 9>: error calling index: index out of range: 9'],
    ['{{.items.none}}', '1:8: executing "output" at <.items.none>: can\'t evaluate field none in type interface {}'],
    ['{{template "x"}}', 'executing "output" at <{{template "x"}}>: template "x" not defined'],
    [
      '{{"Secret"|base64decode}}',
      'at <base64decode>: error calling base64decode: base64 decode failed: illegal base64',
    ],
  ])('refuses %s', (source, message) => {
    expect(() => run(source)).toThrow(message)
  })

  it('names an absent key where it may not be absent', () => {
    expect(() => run('{{.data.none}}', false)).toThrow(
      'template: output:1:7: executing "output" at <.data.none>: map has no entry for key "none"',
    )
  })
})
