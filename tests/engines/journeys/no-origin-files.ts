import type { Journey, JourneyContext } from './journey.ts'
import type { Visitor } from './visitor.ts'

/** Removes the private folder of the origin (OPFS), which workers of WebKitGTK and older browsers do not have. */
const ABSENT = `
delete globalThis.FileSystemFileHandle
if ('StorageManager' in globalThis) delete StorageManager.prototype.getDirectory
if (navigator.storage?.getDirectory) throw new Error('getDirectory cannot be removed')`

/** Refuses the folder, as private windows of some browsers do: the functions exist and fail. */
const REFUSED = `
if ('StorageManager' in globalThis)
  StorageManager.prototype.getDirectory = () =>
    Promise.reject(new DOMException('Security error when calling GetDirectory', 'SecurityError'))`

export const withoutOriginFiles = {
  title: 'without the files of the origin, a cluster is saved only in the database',
  run: (context) => saveAndReload(context, ABSENT),
} satisfies Journey

export const refusedOriginFiles = {
  title: 'with the files of the origin refused, a cluster is saved only in the database',
  run: (context) => saveAndReload(context, REFUSED),
} satisfies Journey

async function saveAndReload({ visit, serve }: JourneyContext, prelude: string): Promise<void> {
  const { origin } = await serve({ prelude })
  const visitor: Visitor = await visit()
  await visitor.open(`${origin}/`)
  await visitor.run('svcctl create configmap kept')
  await visitor.sees('.xterm-rows', /configmap\/kept created/)
  await visitor.sees('.statusline', /· saved/)
  await visitor.reload()
  await visitor.run('svcctl get configmaps')
  await visitor.sees('.xterm-rows', /kept\s+0/)
}
