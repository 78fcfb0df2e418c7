import { afterEach, describe, expect, it } from 'vitest'
import { serverCluster } from '../cluster/server-cluster.fixture.ts'
import { OpenDocument } from './documents.svelte.ts'
import { notices } from './notices.svelte.ts'
import type { Workspace } from './workspace.svelte.ts'
import { applyDocuments } from './applied-documents.ts'

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`

/**
 * The parts of a workspace that an apply uses, with a separate server. Each text is set after the creation of its document, so
 * that the document has unapplied changes.
 */
async function workspaceWith(...texts: string[]) {
  const { handle, discovery, close } = await serverCluster()
  const all = texts.map((_, index) => new OpenDocument({ name: `${index}.yaml`, text: '' }))
  for (const [index, document] of all.entries()) document.text = texts[index] ?? ''
  const resolveKind: Workspace['resolveKind'] = (group, kind) => Promise.resolve(discovery.byKind(group, kind))
  const workspace = { cluster: handle, namespace: '', resolveKind, documents: { all } } as unknown as Workspace
  const read = async (name: string): Promise<number> =>
    (await handle.fetch(`/api/v1/namespaces/default/configmaps/${name}`)).status
  return { workspace, all, read, close }
}

describe('applied documents', () => {
  afterEach(() => {
    for (const { id } of notices.shown) notices.dismiss(id)
  })

  it('are all applied, and then have no unapplied changes', async () => {
    const { workspace, all, read, close } = await workspaceWith(configMap('a'), configMap('b'))
    await applyDocuments(workspace)
    expect([await read('a'), await read('b')]).toEqual([200, 200])
    expect(all.map(({ dirty }) => dirty)).toEqual([false, false])
    expect(notices.shown).toEqual([])
    await close()
  })

  it('keep their unapplied changes when an object is refused or the text is not YAML; every other object is applied', async () => {
    const { workspace, all, read, close } = await workspaceWith(
      `${configMap('UPPER')}---\n${configMap('a')}`,
      'kind: [',
      configMap('b'),
    )
    await applyDocuments(workspace)
    expect([await read('a'), await read('b')]).toEqual([200, 200])
    expect(all.map(({ dirty }) => dirty)).toEqual([true, true, false])
    expect(notices.shown.map(({ title }) => title)).toEqual([
      '1 of 2 objects of 0.yaml were refused',
      '1.yaml was not applied',
    ])
    expect(notices.shown[0]?.detail).toContain('configmap/UPPER: ')
    await close()
  })
})
