import { describe, expect, it } from 'vitest'
import { readLessonText } from './lesson-text.ts'

describe('the text of a lesson', () => {
  it('has blocks that run and blocks that apply', () => {
    expect(
      readLessonText('```run\nkubectl get pods\n```\n\n```yaml apply pod.yaml\nkind: Pod\n```\n\n```\nplain\n```'),
    ).toEqual([
      { kind: 'code', text: 'kubectl get pods', action: 'run' },
      { kind: 'code', text: 'kind: Pod', action: 'apply', file: 'pod.yaml' },
      { kind: 'code', text: 'plain' },
    ])
  })

  it('shows HTML as text', () => {
    expect(readLessonText('<script>alert(1)</script>')).toEqual([
      { kind: 'paragraph', parts: [{ kind: 'text', text: '<script>alert(1)</script>' }] },
    ])
  })

  it('links only to pages, and shows only images that it holds', () => {
    const [block] = readLessonText('[a](javascript:alert(1)) [b](https://a.example/) ![c](https://a.example/c.png)')
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

  it('takes the title of a callout from its first word', () => {
    expect(readLessonText('> [!TIP]\n> Try it.')).toEqual([
      { kind: 'callout', title: 'Tip', blocks: [{ kind: 'paragraph', parts: [{ kind: 'text', text: 'Try it.' }] }] },
    ])
  })

  it('reads tables and lists', () => {
    const [table, list] = readLessonText('| a |\n|---|\n| b |\n\n1. one\n2. two')
    expect(table).toMatchObject({ kind: 'table', rows: [[[{ text: 'a' }]], [[{ text: 'b' }]]] })
    expect(list).toMatchObject({
      kind: 'list',
      ordered: true,
      items: [[{ kind: 'paragraph' }], [{ kind: 'paragraph' }]],
    })
  })

  it('leaves out what is nested too deeply', () => {
    expect(JSON.stringify(readLessonText(`${'> '.repeat(200)}end`))).not.toContain('end')
  })
})
