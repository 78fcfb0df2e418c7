import { layout } from './layout.svelte.ts'
import { requestFilter } from './request-filter.svelte.ts'

/** Shows one request in Requests, opened. */
export function showRequest(id: string): void {
  requestFilter.select(id)
  layout.showBottom('requests')
}
