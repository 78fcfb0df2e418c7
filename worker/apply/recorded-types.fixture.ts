import { parse } from 'yaml'
import type { Json } from '../api/json.ts'
import type { MergeType } from './merge-type.ts'
import { untyped } from './merge-type.ts'

/** A type in the recorded tables of structured merge and diff, which are YAML lists of named atoms. */
interface Ref {
  namedType?: string
  elementRelationship?: string
  scalar?: string
  list?: { elementType: Ref; elementRelationship?: string; keys?: string[] }
  map?: { elementType?: Ref; fields?: { name: string; type: Ref; default?: Json }[]; elementRelationship?: string }
}

export function recordedType(yaml: string, ref: Ref): MergeType {
  const named = new Map((parse(yaml) as { types: (Ref & { name: string })[] }).types.map((type) => [type.name, type]))
  const resolve = (ref: Ref): Ref => {
    const target = ref.namedType === undefined ? ref : resolve(named.get(ref.namedType) ?? {})
    const { elementRelationship } = ref
    if (elementRelationship === undefined) return target
    return {
      ...target,
      list: target.list && { ...target.list, elementRelationship },
      map: target.map && { ...target.map, elementRelationship },
    }
  }
  const isDeduced = (ref: Ref | undefined): boolean =>
    ref?.namedType === undefined ? ref?.scalar === 'untyped' : ref.namedType === '__untyped_deduced_'
  const compile = (ref: Ref): MergeType => {
    const { scalar, list, map } = resolve(ref)
    const elementType = map?.elementType
    return {
      scalar: scalar as MergeType['scalar'],
      list: list && {
        get items() {
          return compile(list.elementType)
        },
        associative: list.elementRelationship === 'associative',
        keys: [...(list.keys ?? [])].sort(),
      },
      map: map && {
        fields: new Map(
          (map.fields ?? []).map(({ name, type, default: value }) => [
            name,
            {
              get type() {
                return compile(type)
              },
              default: value,
            },
          ]),
        ),
        get elements() {
          return elementType && compile(elementType)
        },
        atomic: map.elementRelationship === 'atomic',
        deduced: map.fields === undefined && isDeduced(elementType),
      },
    }
  }
  return compile(ref)
}

/** The type in a row of a recorded table. */
export interface RecordedRow {
  readonly type?: string
  readonly schema?: string
  readonly deduced?: boolean
  readonly typeRef?: string
}

export function typeOfRow(schemas: Record<string, string>, row: RecordedRow): MergeType {
  if (row.deduced === true) return untyped
  const ref = row.typeRef === undefined ? { namedType: row.type } : (parse(row.typeRef) as Ref)
  return recordedType(schemas[row.schema ?? ''] ?? 'types: []', ref)
}
