import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../worker/api/object.ts'
import type { Manifest } from './documents.ts'
import { editUntilSaved } from './edited-text.ts'
import { ServerError } from './failure.ts'

const TYPE = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  singular: 'deployment',
  kind: 'Deployment',
  namespaced: true,
  verbs: [],
  shortNames: [],
  categories: [],
  subresources: [],
}
const WEB = { type: TYPE, namespace: 'default', name: 'web' }
const TEXT = 'apiVersion: apps/v1\nkind: Deployment\nreplicas: 1\n'
const invalid = new ServerError({
  message: 'Deployment.apps "web" is invalid',
  reason: 'Invalid',
  code: 422,
  details: { causes: [{ field: 'replicas', message: 'Invalid value: -1' }] },
})
const refused = (reason: string, code: number): ServerError => new ServerError({ message: 'not now', reason, code })

/** Edits with each function of `hands` in turn. `answers` are the refusals of the server in each round; undefined accepts. */
async function play(
  hands: ((text: string) => string)[],
  answers: (ServerError | undefined)[] = [],
  {
    signal = new AbortController().signal,
    ...options
  }: {
    carriageReturns?: boolean
    place?: (manifest: Manifest) => Promise<ApiObject>
    signal?: AbortSignal
  } = {},
) {
  const shown: string[] = []
  const files = new Set<string>()
  const saved: ApiObject[] = []
  let stderr = ''
  const host = {
    signal,
    stderr: (text: string) => void (stderr += text),
    edit(text: string, prefix: string, suffix: string) {
      const path = `/tmp/${prefix}${shown.push(text)}${suffix}`
      files.add(path)
      const hand = hands.shift() ?? ((same) => same)
      return Promise.resolve({ text: hand(text), path, remove: async () => void files.delete(path) })
    },
  }
  const ended = await editUntilSaved(
    { host, cli: 'svcctl' },
    { head: '# Edit.\n#\n', text: TEXT, suffix: '.yaml', ...options, save },
  ).then(
    () => 'saved',
    (error: unknown) => String(error),
  )
  async function save(objects: readonly ApiObject[], refusals: { take(error: unknown, target: typeof WEB): void }) {
    saved.push(...objects)
    const answer = answers.shift()
    if (answer !== undefined) refusals.take(answer, WEB)
  }
  return { ended, stderr, shown, saved, files: [...files] }
}

const to = (replicas: string) => (text: string) => text.replace(/^replicas: .*/m, `replicas: ${replicas}`)

describe('editUntilSaved', () => {
  it('ends between two edits when the command is interrupted', async () => {
    const aborter = new AbortController()
    const broken = (text: string): string => {
      if (text.includes('syntax error')) aborter.abort(new Error('interrupted'))
      return `${text}- }\n`
    }
    const { ended, shown } = await play(Array(9).fill(broken), [], { signal: aborter.signal })
    expect([ended, shown.length]).toEqual(['Error: interrupted', 2])
  })

  it('opens the editor again for a kind that is not served', async () => {
    const place = () => Promise.reject(new Error('no matches for kind'))
    const { shown, ended } = await play([to('2')], [], { place })
    expect(shown[1]).toContain('# The edited file had a syntax error: no matches for kind\n')
    expect(ended).toContain('no valid changes were saved')
  })

  it('saves the placed object', async () => {
    const place = ({ object }: Manifest) => Promise.resolve({ ...object, metadata: { namespace: 'n' } })
    const { saved } = await play([to('2')], [], { place })
    expect(saved).toEqual([expect.objectContaining({ replicas: 2, metadata: { namespace: 'n' } })])
  })

  it('adds carriage returns to a saved text only once', async () => {
    const breakOnce = (text: string) => (text.includes('a: [') ? text : `${text}a: [\n`)
    const { shown, ended } = await play([breakOnce, breakOnce], [], { carriageReturns: true })
    expect(shown).toHaveLength(2)
    expect(shown[0]).toContain('replicas: 1\r\n')
    expect(shown[1]).not.toContain('\r\r\n')
    expect(ended).toContain('no valid changes were saved')
  })

  it('reopens the editor with the reasons of the server, then saves', async () => {
    const { ended, stderr, shown, saved, files } = await play([to('-1'), to('2')], [invalid])
    expect([ended, stderr, files]).toEqual(['saved', 'error: deployments.apps "web" is invalid\n', []])
    expect(shown[1]).toBe(
      '# Edit.\n#\n# deployments.apps "web" was not valid:\n# * replicas: Invalid value: -1\n#\napiVersion: apps/v1\nkind: Deployment\nreplicas: -1\n',
    )
    expect(saved.at(-1)).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', replicas: 2 })
  })

  it('keeps the text in its file when the user changes nothing after a refusal', async () => {
    const { ended, stderr, files } = await play([to('-1')], [invalid])
    expect(ended).toBe('Error: Edit cancelled, no valid changes were saved.')
    expect(stderr).toContain('A copy of your changes has been stored to "/tmp/svcctl-edit-2.yaml"\n')
    expect(files).toEqual(['/tmp/svcctl-edit-2.yaml'])
  })

  it('keeps the text in its file when a retry may succeed, or when the object is gone', async () => {
    const busy = await play([to('2')], [refused('Conflict', 409)])
    expect([busy.ended, busy.files]).toEqual(['Error: exit 1', ['/tmp/svcctl-edit-1.yaml']])
    expect(busy.stderr).toBe(
      'error: deployments.apps "web" could not be patched: not now\nYou can run `svcctl replace -f /tmp/svcctl-edit-1.yaml` to try this update again.\n',
    )
    const gone = await play([to('2')], [refused('NotFound', 404)])
    expect(gone.stderr).toContain(
      'The edits you made on deleted resources have been saved to "/tmp/svcctl-edit-1.yaml"',
    )
  })

  it('reports faults in the syntax', async () => {
    const { ended, shown, files } = await play([to('['), to('3')])
    expect([ended, files]).toEqual(['saved', []])
    expect(shown[1]).toMatch(
      /^# Edit\.\n#\n# The edited file had a syntax error: error parsing edited-file: .*\n#\napiVersion/,
    )
  })

  it('saves nothing when the text is unchanged or empty', async () => {
    const same = await play([(text) => `# mine\n${text}`])
    expect([same.ended, same.stderr, same.files]).toEqual(['saved', 'Edit cancelled, no changes made.\n', []])
    const empty = await play([() => '# nothing\n'])
    expect([empty.ended, empty.stderr, empty.saved]).toEqual(['saved', 'Edit cancelled, saved file was empty.\n', []])
  })
})
