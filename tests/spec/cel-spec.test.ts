import { isDeepStrictEqual } from 'node:util'
import { tests } from '@bufbuild/cel-spec/testdata/conformance.js'
import { describe, expect, it } from 'vitest'
import { compile, typeOf as deducedType } from '../../worker/cel/cel.ts'
import { equal } from '../../worker/cel/values.ts'
import { knownDifferences } from '../conformance/known-differences.ts'
import { isNaNValue, typeOf, valueOf } from './cel-values.ts'
import type { Row } from './tables.ts'

const BUDGET = 1e12

interface Suite {
  readonly name: string
  readonly suites?: readonly Suite[]
  readonly tests?: readonly { readonly original: object }[]
}

/** One conformance test of the language specification, in the JSON form of `cel.expr.conformance.test.SimpleTest`. */
interface SpecTest {
  readonly id: string
  readonly expr: string
  readonly value?: Row
  readonly evalError?: object
  readonly typedResult?: { readonly result?: Row; readonly deducedType?: Row }
  readonly checkOnly?: boolean
  readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type: Row } }[]
  readonly bindings?: Readonly<Record<string, { readonly value: Row }>>
}

function testsOf(suite: Suite, path: readonly string[]): SpecTest[] {
  const own = (suite.tests ?? []).map(({ original }) => {
    const test = original as Omit<SpecTest, 'id'> & { name?: string }
    return { ...test, id: [...path, test.name].join('/') }
  })
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, [...path, inner.name]))]
}

/** Why an expression has another result than the specification says; undefined when the results agree. */
function difference(test: SpecTest): string | undefined {
  const { expr, typeEnv = [], bindings = {}, value, typedResult, evalError, checkOnly } = test
  const wanted = value ?? typedResult?.result ?? { boolValue: true }
  try {
    const variables = new Map(typeEnv.map(({ name, ident }) => [name, typeOf(ident?.type ?? {})]))
    if (checkOnly === true) {
      const [deduced, declared] = [deducedType(expr, { variables }), typeOf(typedResult?.deducedType ?? {})]
      return isDeepStrictEqual(deduced, declared) ? undefined : `${JSON.stringify(typedResult)} was expected`
    }
    const activation = Object.fromEntries(Object.entries(bindings).map(([name, bound]) => [name, valueOf(bound.value)]))
    const outcome = compile(expr, { variables }).run(activation, BUDGET)
    if (!('value' in outcome)) return evalError === undefined ? outcome.error.message : undefined
    if (evalError !== undefined) return 'an error was expected'
    const expected = valueOf(wanted)
    const agrees = equal(outcome.value, expected) || (isNaNValue(outcome.value) && isNaNValue(expected))
    return agrees ? undefined : `${JSON.stringify(wanted)} was expected`
  } catch (error) {
    return evalError === undefined ? String(error) : undefined
  }
}

const known = knownDifferences(new URL('cel-spec-differences.txt', import.meta.url))

/** The entry of the list that names a test: the test itself, its section or its file. */
function entryOf(id: string): string | undefined {
  const [file = '', section = ''] = id.split('/')
  return [id, `${file}/${section}/*`, `${file}/*`].find((entry) => known.has(entry))
}

describe('the conformance tests of the language specification', () => {
  const all = testsOf(tests, [])
  const differing = all.flatMap((test) => {
    const why = difference(test)
    return why === undefined ? [] : [{ ...test, why }]
  })

  it('pass, except for the known differences of 1.30', () => {
    const unexpected = differing.filter(({ id }) => entryOf(id) === undefined)
    expect(unexpected.map(({ id, expr, why }) => `${id}: ${expr}: ${why}`)).toEqual([])
    expect(all.length - differing.length).toBeGreaterThan(1300)
  })

  it('fail for each entry of the list of known differences', () => {
    const used = new Set(differing.map(({ id }) => entryOf(id)))
    expect([...known.keys()].filter((entry) => !used.has(entry))).toEqual([])
  })
})
