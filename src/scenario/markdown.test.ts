import { describe, expect, it } from 'vitest'
import { readMarkdown } from './markdown.ts'

const blocksOf = (text: string) => readMarkdown(text).blocks
const faultsOf = (text: string): string[] =>
  readMarkdown(text).faults.map(({ line, column, message }) => `${line}:${column} ${message}`)

describe('the text of a scenario', () => {
  it('has blocks that run and blocks that apply', () => {
    expect(
      blocksOf('```run\nkubectl get pods\n```\n\n```yaml apply pod.yaml\nkind: Pod\n```\n\n```\nplain\n```'),
    ).toEqual([
      { kind: 'code', text: 'kubectl get pods', action: 'run' },
      { kind: 'code', text: 'kind: Pod', action: 'apply', file: 'pod.yaml' },
      { kind: 'code', text: 'plain' },
    ])
  })

  it('shows HTML as text', () => {
    expect(blocksOf('<script>alert(1)</script>')).toEqual([
      { kind: 'paragraph', parts: [{ kind: 'text', text: '<script>alert(1)</script>' }] },
    ])
  })

  it('keeps only links to pages, and only images that are in the text itself', () => {
    const [block] = blocksOf('[a](javascript:alert(1)) [b](https://a.example/) ![c](https://a.example/c.png)')
    expect(block).toEqual({
      kind: 'paragraph',
      parts: [
        { kind: 'text', text: 'a' },
        { kind: 'text', text: ' ' },
        { kind: 'link', url: 'https://a.example/', parts: [{ kind: 'text', text: 'b' }] },
        { kind: 'text', text: ' ' },
        { kind: 'text', text: 'c' },
      ],
    })
  })

  it('takes the title of a callout from the first word', () => {
    expect(blocksOf('> [!TIP]\n> Try it.')).toEqual([
      { kind: 'callout', title: 'Tip', blocks: [{ kind: 'paragraph', parts: [{ kind: 'text', text: 'Try it.' }] }] },
    ])
  })

  it('reads tables and lists', () => {
    const [table, list] = blocksOf('| a |\n|---|\n| b |\n\n1. one\n2. two')
    expect(table).toMatchObject({ kind: 'table', rows: [[[{ text: 'a' }]], [[{ text: 'b' }]]] })
    expect(list).toMatchObject({
      kind: 'list',
      ordered: true,
      items: [[{ kind: 'paragraph' }], [{ kind: 'paragraph' }]],
    })
  })

  it('omits parts that are nested too deeply', () => {
    expect(JSON.stringify(blocksOf(`${'> '.repeat(200)}end`))).not.toContain('end')
  })

  it('reports each part outside the subset, with its place', () => {
    expect(faultsOf('Use <b>this</b>.')).toEqual([
      '0:4 is HTML, which scenarios do not have; write code between backticks',
      '0:11 is HTML, which scenarios do not have; write code between backticks',
    ])
    expect(faultsOf('one\n\n- [a](javascript:alert\\(1\\))\n')).toEqual([
      '2:2 is a link whose address does not begin with http://, https:// or mailto:',
    ])
    expect(faultsOf('![a](https://a.example/c.png)')[0]).toMatch(/^0:0 is an image whose address has another form/)
    expect(faultsOf('a\n\n---\n')[0]).toMatch(/^2:0 is a thematic break/)
    expect(faultsOf('[a]\n\n[a]: https://a.example/')).toHaveLength(2)
    expect(faultsOf('```apply ../a\nb: c\n```')[0]).toMatch(/^0:0 has a file name that is not 1 to 100/)
    expect(faultsOf(`${'> '.repeat(200)}end`)).toEqual(['0:18 is nested more than 8 levels deep'])
  })

  it('reports no fault for parts inside the subset', () => {
    const text = '# A\n\n> [!TIP]\n> `<b>` **c** *d*\n\n1. e\n\n| f |\n|---|\n| g |\n\n[h](mailto:i@j.example)'
    expect(faultsOf(`${text}\n\n\`\`\`yaml apply pod.yaml\na: b\n\`\`\``)).toEqual([])
  })
})
