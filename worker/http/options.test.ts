import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import type { OptionRules } from './options.ts'
import { readDeleteOptions } from '../verbs/delete-options.ts'
import {
  deleteOptionsOfQuery,
  readApplyOptions,
  readGetOptions,
  readListOptions,
  readWatchOptions,
  readWriteOptions,
} from './options.ts'

const k8s: OptionRules = { dialect: dialects.k8s, watchList: false }
const svc: OptionRules = { dialect: dialects.svc, watchList: true }
const query = (text: string): URLSearchParams => new URLSearchParams(text)

describe('get options', () => {
  it('refuse export=true and accept export=false', () => {
    expect(() => readGetOptions(query('export=true'))).toThrow('the export parameter, deprecated since v1.14')
    expect(readGetOptions(query('export=false'))).toEqual({ resourceVersion: '' })
  })
})

describe('list options', () => {
  it('are read from the query', () => {
    expect(readListOptions(query('limit=5&continue=c&labelSelector=a%3Db'), k8s)).toEqual({
      resourceVersion: '',
      resourceVersionMatch: '',
      labelSelector: 'a=b',
      fieldSelector: '',
      limit: 5,
      continue: 'c',
    })
  })

  it.each([
    ['limit=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['timeoutSeconds=', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['limit=9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    [
      'resourceVersionMatch=Exact',
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
    [
      'sendInitialEvents=false',
      'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list',
    ],
    ['sendInitialEvents=false&labelSelector=a/b/c', 'unable to parse requirement: <nil>: Invalid value: "a/b/c"'],
  ])('%s is refused', (text, message) => {
    expect(() => readListOptions(query(text), k8s)).toThrow(message)
  })
})

describe('watch options', () => {
  it('accept sendInitialEvents when the feature gate is on', () => {
    const text =
      'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=1&timeoutSeconds=3'
    expect(readWatchOptions(query(text), svc)).toMatchObject({
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      timeoutSeconds: 3,
    })
    expect(() => readWatchOptions(query(text), k8s)).toThrow('unless the WatchList feature gate is enabled')
  })

  it('request the initial events by default without a version or at version 0, and refuse continue and an invalid match', () => {
    const initial = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
    for (const text of ['watch=1', 'watch=1&resourceVersion=0'])
      expect(readWatchOptions(query(text), svc)).toMatchObject(initial)
    for (const text of ['watch=1&resourceVersion=5', 'labelSelector=a'])
      expect(readWatchOptions(query(text), svc)).toMatchObject({ sendInitialEvents: undefined })
    expect(() => readWatchOptions(query('watch=1&continue=x'), svc)).toThrow('forbidden when continue is provided')
    expect(() => readWatchOptions(query('watch=1&resourceVersionMatch=bogus'), svc)).toThrow(
      '[resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided, resourceVersionMatch: Unsupported value: "bogus": supported values: "NotOlderThan"]',
    )
  })
})

describe('write options', () => {
  it('default to a real write that warns about unknown fields', () => {
    expect(readWriteOptions(query(''), 'CreateOptions', k8s)).toEqual({
      dryRun: false,
      fieldManager: '',
      validation: '',
      fieldValidation: 'Warn',
    })
  })

  it('accept an empty dryRun in the svc dialect, and refuse it in the k8s dialect', () => {
    expect(readWriteOptions(query('dryRun'), 'CreateOptions', svc).dryRun).toBe(true)
    expect(() => readWriteOptions(query('dryRun'), 'CreateOptions', k8s)).toThrow(
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: []string{""}: supported values: "All"',
    )
  })

  it.each([
    [
      'fieldValidation=Bogus',
      'fieldValidation: Unsupported value: "Bogus": supported values: "", "Ignore", "Strict", "Warn"',
    ],
    ['fieldManager=%00', 'fieldManager: Invalid value: "\\x00": invalid character U+0000 (at position 0)'],
    [`fieldManager=${'m'.repeat(129)}`, 'fieldManager: Too long: must have at most 128 bytes'],
    ['force=false', 'force: Forbidden: may not be specified for non-apply patch'],
  ])('%s is refused for a patch', (text, message) => {
    expect(() => readWriteOptions(query(text), 'PatchOptions', k8s)).toThrow(message)
  })

  it('require a field manager for apply', () => {
    expect(readApplyOptions(query('fieldManager=m&force=yes'), k8s)).toMatchObject({ fieldManager: 'm', force: true })
    expect(() => readApplyOptions(query(''), k8s)).toThrow('fieldManager: Required value: is required for apply patch')
  })
})

describe('delete options', () => {
  it('are read from the query', () => {
    const raw = deleteOptionsOfQuery(
      query('gracePeriodSeconds=5&propagationPolicy=Orphan&resourceVersion=7&dryRun=All'),
    )
    expect(readDeleteOptions(raw, k8s.dialect)).toEqual({
      dryRun: true,
      gracePeriodSeconds: 5,
      propagationPolicy: 'Orphan',
      preconditions: { resourceVersion: '7' },
      raw,
    })
  })

  it('read any value of orphanDependents other than false as true', () => {
    const policy = (text: string): unknown =>
      readDeleteOptions(deleteOptionsOfQuery(query(text)), k8s.dialect).propagationPolicy
    expect([policy('orphanDependents=x'), policy('orphanDependents=false'), policy('')]).toEqual([
      'Orphan',
      'Background',
      undefined,
    ])
  })

  it.each([
    [
      'propagationPolicy=',
      'propagationPolicy: Unsupported value: "": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
    ['propagationPolicy=Orphan&orphanDependents=true', 'orphanDependents and deletionPropagation cannot be both set'],
  ])('%s is refused', (text, message) => {
    expect(() => readDeleteOptions(deleteOptionsOfQuery(query(text)), k8s.dialect)).toThrow(message)
  })
})
