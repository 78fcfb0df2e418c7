import { lazy } from '../api/lazy.ts'
import type { ExtensionsEnvironment } from './extensions-environment.ts'

const controller = lazy(() => import('./definition-controller.ts'))

/**
 * Serves the resource of each CustomResourceDefinition in the store, and follows the changes of definitions. The
 * controller is loaded with the first definition. Resolves once the stored definitions are served.
 */
export async function openCustomResources(environment: ExtensionsEnvironment): Promise<void> {
  const definitions = environment.dialect.spell('apiextensions.{domain}/customresourcedefinitions')
  const { store } = environment
  const start = async (): Promise<void> => (await controller()).startDefinitionController(environment, definitions)
  if (store.snapshot(definitions).size > 0) return start()
  let loading = false
  const begin = (): void => {
    if (loading) return
    loading = true
    start().then(() => waiting.stop(), environment.report)
  }
  // The changes that a compacted store has lost may include a definition.
  const ended = (why: 'compacted' | 'closed'): void => void (why === 'compacted' && begin())
  const waiting = store.watch({ resource: definitions, from: store.revision, listener: begin, ended })
}
