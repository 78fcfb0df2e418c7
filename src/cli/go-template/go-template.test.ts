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
  ])('%s', (source, text) => {
    expect(run(source)).toBe(text)
  })

  it.each([
    ['{{.data', 'template: output:1: unclosed action'],
    ['{{nofunc .data}}', 'template: output:1: function "nofunc" not defined'],
    ['{{if}}', 'template: output:1: missing value for if'],
    ['{{if .a}}', 'template: output:1: unexpected EOF'],
  ])('refuses %s', (source, message) => {
    expect(() => run(source)).toThrow(message)
  })

  it('names an absent key where it may not be absent', () => {
    expect(() => run('{{.data.none}}', false)).toThrow(
      'template: output:1:7: executing "output" at <.data.none>: map has no entry for key "none"',
    )
  })
})
