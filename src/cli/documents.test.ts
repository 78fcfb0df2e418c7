import { describe, expect, it } from 'vitest'
import type { Failure } from './failure.ts'
import { objectsOf, splitDocuments } from './documents.ts'

async function read(text: string) {
  const failures: Failure[] = []
  const names: (string | undefined)[] = []
  const objects = objectsOf('x.yaml', text, { failed: (failure) => void failures.push(failure) })
  for await (const { object } of objects) names.push(`${object.kind}/${object.metadata?.name}`)
  return { names, failures: failures.map(({ message }) => message) }
}

describe('objectsOf', () => {
  it('continues after a document without a kind', async () => {
    expect(
      await read('kind: A\nmetadata: {name: a}\n---\nb: c\n---\n# nothing\n---\nkind: D\nmetadata: {name: d}'),
    ).toEqual({
      names: ['A/a', 'D/d'],
      failures: [`unable to decode "x.yaml": Object 'Kind' is missing in '{"b":"c"}'`],
    })
  })

  it('gives items of a typed list the kind that the list implies', async () => {
    const { names } = await read('apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}')
    expect(names).toEqual(['ConfigMap/a'])
  })
})

it('refuses text other than a comment after a document separator', () => {
  expect(splitDocuments('a\n--- # note\nb')).toEqual(['a\n', 'b\n'])
  expect(() => splitDocuments('a\n--- b')).toThrow('invalid Yaml document separator: b')
})
