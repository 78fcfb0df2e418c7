import { describe, expect, it } from 'vitest'
import { commentFaults, type Documents, linkFaults, repeatedRules } from './citation-faults.ts'

const files: Readonly<Record<string, string>> = {
  'docs/reference/watch.md': '# Watch\n\n## Start\n\n1. One.\n2. Two.\n\n## End\n\n3. Three.\n',
  'docs/STYLE.md': '# Style\n',
}
const documents: Documents = {
  exists: (file) => file in files,
  read: (file) => files[file],
  decisions: new Set(['0006']),
}
const comment = (text: string) => ({
  kind: 'comment' as const,
  text,
  lines: text.split('\n').map((_, index) => index + 1),
})

describe('commentFaults', () => {
  it.each([
    'reference/watch.md 3',
    'reference/watch.md 1, 2 and 3',
    'ADR 0006',
    'docs/decisions/0006',
    'spec.replicas',
  ])('accepts "%s"', (text) => expect(commentFaults(comment(text), documents)).toEqual([]))

  it.each([
    ['reference/watch.md 4', 'docs/reference/watch.md has no rule 4'],
    ['reference/watches.md 1', 'docs/reference/watches.md does not exist'],
    ['ADR 0099', 'there is no decision 0099'],
    ['(SPEC: Watch details, 2)', '"SPEC" is not in this repository'],
    ['DESIGN: Decisions, 1', '"DESIGN" is not in this repository'],
    ['see ../shared/oracle', '"../shared" is not in this repository'],
  ])('reports "%s"', (text, fault) => expect(commentFaults(comment(text), documents)).toEqual([{ line: 1, fault }]))

  it('reads a citation over two lines', () => {
    expect(commentFaults(comment('A reason (reference/watch.md\n7).'), documents)).toEqual([
      { line: 1, fault: 'docs/reference/watch.md has no rule 7' },
    ])
  })
})

describe('linkFaults', () => {
  it('accepts files, headings, rules and addresses', () => {
    const text = '[a](watch.md#start) and [b](watch.md) 2, [c](../STYLE.md), [d](https://example.com), `[e](f.md)`\n'
    expect(linkFaults('docs/reference/list.md', text, documents)).toEqual([])
  })

  it('reports files, headings and rules that do not exist, with their lines', () => {
    const text = '[a](list.md)\n\n[b](watch.md#middle)\n[c](watch.md) 9\n'
    expect(linkFaults('docs/reference/README.md', text, documents)).toEqual([
      { line: 1, fault: 'list.md does not exist' },
      { line: 3, fault: 'watch.md#middle: no such heading' },
      { line: 4, fault: 'docs/reference/watch.md has no rule 9' },
    ])
  })
})

it('reports a second rule with the same number', () => {
  expect(repeatedRules('# Watch\n\n1. One.\n2. Two.\n\n## End\n\n2. Three.\n')).toEqual([
    { line: 8, fault: 'rule 2 exists twice' },
  ])
})
