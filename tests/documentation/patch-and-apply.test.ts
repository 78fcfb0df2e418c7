import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as example from './patch-and-apply.example.ts'

const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('docs/patch-and-apply.md', () => {
  it('shows the example that runs here', () => {
    const [, shown] = /```ts\n([\s\S]*?)```/.exec(text('../../docs/patch-and-apply.md')) ?? []
    expect(shown).toBe(text('./patch-and-apply.example.ts'))
  })

  it('gives the results that the page describes', () => {
    expect(example.json).toMatchObject({ spec: { hostname: 'b' } })
    expect(example.merge).toEqual({ spec: { containers: [{ name: 'web', image: 'nginx:1' }] } })
    expect(example.strategic['spec']).toMatchObject({ containers: [{ name: 'log' }, { name: 'web' }] })
    expect(example.threeWay).toEqual({ a: 2, b: null })
    expect(example.object['data']).toEqual({ color: 'red', size: 'L' })
    expect(example.object.metadata?.managedFields).toMatchObject([
      { manager: 'robot', operation: 'Apply' },
      { manager: 'editor', operation: 'Update' },
    ])
    expect(example.refusal).toBe('Apply failed with 1 conflict: conflict with "editor" using v1: .data.color')
    expect(example.mine).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings' },
      data: { size: 'L' },
    })
  })
})
