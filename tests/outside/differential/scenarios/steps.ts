import type { Case, Step } from '../../../conformance/case.ts'

/** The length of a watch in milliseconds: long enough for the events of a few writes that follow at once. */
const STREAM_MS = 1500
const LEAD_MS = 40

const PATCH_TYPES = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

/** The beginning of the path of a core resource in the namespace of the case. */
export const CORE = '/api/v1/namespaces/${ns}'
export const groupPath = (group: string, version: string): string => `/apis/${group}/${version}/namespaces/\${ns}`

export const get = (path: string, more: Partial<Step> = {}): Step => ({ path, ...more })
export const post = (path: string, body: unknown, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path,
  body,
  ...more,
})
export const put = (path: string, body: unknown, more: Partial<Step> = {}): Step => ({
  method: 'PUT',
  path,
  body,
  ...more,
})
export const remove = (path: string, more: Partial<Step> = {}): Step => ({ method: 'DELETE', path, ...more })
export const patch = (
  path: string,
  body: unknown,
  { type = 'merge', ...more }: Omit<Partial<Step>, 'type'> & { readonly type?: keyof typeof PATCH_TYPES } = {},
): Step => ({ method: 'PATCH', path, body, type: PATCH_TYPES[type], ...more })

/** A watch that runs while the next steps write, until `join`. */
export const watching = (path: string, headers: Record<string, string> = {}, more: Partial<Step> = {}): Step => ({
  path,
  headers,
  background: true,
  lead: LEAD_MS,
  watch: { ms: STREAM_MS },
  ...more,
})

/** A watch whose first answers are compared. */
export const watched = (path: string, headers: Record<string, string> = {}, more: Partial<Step> = {}): Step => ({
  path,
  headers,
  watch: { ms: 300 },
  ...more,
})

/** Waits for the ends of the watches in the background. */
export const join: Step = { join: true }
export const pause = (ms: number): Step => ({ sleep: ms })

/** A case with its own namespace. */
export const scenario = (area: string, name: string, steps: readonly Step[], more: Partial<Case> = {}): Case => ({
  name,
  area,
  ns: `s-${name}`,
  steps,
  ...more,
})
