import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Controller } from './controller.ts'

/** What `--controllers` knows a controller by. */
export interface ControllerNames {
  readonly name: string
  /** By which earlier releases knew it. */
  readonly alias?: string
  /** Only run where it is named. */
  readonly isOnRequest?: boolean
}

/**
 * What names a controller itself goes before `*`.
 * @param chosen `--controllers`: names, `*` for all that are on by default, `-name` for none of that name
 */
export function isChosen(
  { name, alias = name, isOnRequest = false }: ControllerNames,
  chosen: readonly string[],
): boolean {
  for (const one of chosen) {
    if (one === name || one === alias) return true
    if (one === `-${name}` || one === `-${alias}`) return false
  }
  return chosen.includes('*') && !chosen.includes('-*') && !isOnRequest
}

interface Served {
  readonly catalog: Catalog
  readonly dialect: Dialect
}

/** One whose kinds are not served rests. */
export const canWork = ({ needs }: Controller, { catalog, dialect }: Served): boolean =>
  needs.every(({ group, version, resource }) => catalog.find(dialect.spell(group), version, resource) !== undefined)
