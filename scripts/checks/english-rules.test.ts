import { describe, expect, it } from 'vitest'
import { englishFaults } from './english-rules.ts'

const rulesOf = (text: string, kind: 'comment' | 'heading' | 'title' = 'comment') =>
  englishFaults({ kind, text, lines: text.split('\n').map((_, index) => index + 1) }).map(({ rule }) => rule)

describe('englishFaults', () => {
  it.each([
    ['Who waits for it gets the error.', 'hidden subject'],
    ['Returns the key. Whatever was stored is kept.', 'hidden subject'],
    ['The entry of one that left.', 'hidden subject'],
    ['Waits until nobody reads.', 'unnamed person'],
    ['Undefined where the flag is absent.', 'where for a condition'],
    ['The reason stands in the table.', 'poetic verb'],
    ['The follower is told of a revision.', 'poetic verb'],
    ['The store knows the key.', 'poetic verb'],
    ['The rules judge an object.', 'judge'],
    ['Pointing at the text loads the editor.', 'pointing at'],
    ['The list is read anew.', 'old word'],
    ['Returns what was asked.', 'passive question'],
    ['Undefined for a text that is no number.', 'negated noun'],
    ['Of a pod or of a container.', 'sentence without subject'],
    ['True when the pod has ended.', 'boolean without whether'],
    ['Returns true for a mirror pod.', 'boolean without whether'],
    ['Reports whether the lists are equal.', 'boolean without whether'],
    ['Milliseconds.', 'unit without a noun'],
    ['Seconds; undefined: the answer is final.', 'unit without a noun'],
    ['Undefined when the write removes the object.', 'absent value alone'],
    ['Absent: all namespaces.', 'absent value alone'],
    ['How many requests have no answer yet.', 'question for a number'],
    ['A pod with a volume of its own and a name.', 'noun left out'],
    ['Their fields equal those of v1.', 'noun left out'],
  ])('reports "%s"', (text, rule) => {
    expect(rulesOf(text)).toContain(rule)
  })

  it.each([
    'Returns undefined when the flag is absent.',
    'The folder where logs are stored.',
    'Records where the watch stopped.',
    'Elements are told apart by their keys.',
    'What does a watcher see after a compaction?',
    'The text `whatever stands here` is code.',
    'The message "nobody knows" is a quotation.',
    'A stand-in for the clock.',
    'Returns undefined when there is no number.',
    'Requests are no longer answered. Of course.',
    'Understands outstanding requests; bystanders wait.',
    'Milliseconds between two checks.',
    'The new object; undefined when the write removes it.',
    'Empty fields are removed.',
    'Watches the pods of its own node, and the name of its owner.',
    'Whether the pod has ended. True for a mirror pod, too.',
  ])('accepts "%s"', (text) => {
    expect(rulesOf(text)).toEqual([])
  })

  it('lets a heading open with a question word', () => {
    expect(rulesOf('What the server does', 'heading')).toEqual([])
    expect(rulesOf('What the server does', 'title')).toEqual(['hidden subject'])
  })

  it('reads the first words of comments only', () => {
    expect(rulesOf('Reports whether the lists are equal', 'title')).toEqual([])
  })

  it('reports the line of the word', () => {
    const passage = { kind: 'comment' as const, text: 'A reader\nthat is told\nwhere it lies.', lines: [7, 8, 9] }
    expect(englishFaults(passage).map(({ line }) => line)).toEqual([8, 9, 9])
  })
})
