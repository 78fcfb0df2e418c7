import { expect, it } from 'vitest'
import { rowFilter } from './row-filter.ts'

const rows: Parameters<ReturnType<typeof rowFilter>>[0][] = [
  { id: 'shop/web-1', cells: ['web-1', 'Running'], labels: { app: 'web', tier: 'front' } },
  { id: 'shop/db-0', cells: ['db-0', 'Pending'], labels: { app: 'db' } },
  { id: 'shop/bare', cells: ['bare', 'Running'], labels: undefined },
]
const shown = (filter: string): string[] => rows.filter(rowFilter(filter)).map(({ id }) => id.slice(5))

it.each([
  ['', ['web-1', 'db-0', 'bare']],
  ['RUN', ['web-1', 'bare']],
  ['front', ['web-1']],
  ['app=web', ['web-1']],
  ['app!=web', ['db-0', 'bare']],
  ['app in (web, db),tier', ['web-1']],
  ['app notin (web)', ['db-0', 'bare']],
  ['!app', ['bare']],
  // An incomplete selector is searched as text.
  ['app in (', []],
  ['tier=fr', []],
])('the filter %j shows %j', (filter, names) => {
  expect(shown(filter)).toEqual(names)
})
