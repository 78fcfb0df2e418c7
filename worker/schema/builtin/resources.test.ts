import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { builtinGroups, builtinResources } from './resources.ts'
import { isBuiltinType } from './types.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

interface ResourceList {
  resources: {
    name: string
    singularName: string
    namespaced: boolean
    group?: string
    version?: string
    kind: string
    verbs: string[]
    shortNames?: string[]
    categories?: string[]
    storageVersionHash?: string
  }[]
}

/**
 * Returns the resources of the discovery document of a group and version, made from the tables. The group has the placeholder of
 * the dialect.
 */
function discovered(template: string, version: string): ResourceList['resources'] {
  const { spell } = dialects.k8s
  return builtinResources()
    .filter(({ group }) => group === template)
    .flatMap((resource) => {
      const served = resource.versions.find((each) => each.version === version)
      if (served === undefined) return []
      const { name, singular, kind, namespaced, shortNames, categories } = resource
      const main = {
        name,
        singularName: singular,
        namespaced,
        kind,
        verbs: [...served.verbs],
        ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
        ...(categories.length > 0 && { categories: [...categories] }),
        ...(served.storageVersionHash !== '' && { storageVersionHash: served.storageVersionHash }),
      }
      const subresources = served.subresources.map((each) => ({
        name: `${name}/${each.name}`,
        singularName: '',
        namespaced,
        ...((each.group !== template || each.version !== version) && {
          ...(each.group !== '' && { group: spell(each.group) }),
          version: each.version,
        }),
        kind: each.kind,
        verbs: [...each.verbs],
      }))
      return [main, ...subresources]
    })
}

/** The recorded discovery documents, by path. The document `/apis` lists groups, and the others list resources. */
type Documents = Record<
  string,
  { groups?: { name: string; versions: { version: string }[] }[]; resources?: ResourceList['resources'] }
>

describe('the built-in resources', () => {
  const { spell } = dialects.k8s

  it.each(['all', 'default'])('equal the discovery of the real server in profile %s', (profile) => {
    const documents = readRecording('schema', `discovery-${profile}`) as Documents
    const served = builtinGroups()
      .map(({ group, versions }) => ({
        group,
        versions: versions.filter(({ byDefault }) => profile === 'all' || byDefault).map(({ version }) => version),
      }))
      .filter(({ versions }) => versions.length > 0)
    const groups = documents['/apis']?.groups ?? []
    expect(served.slice(1).map(({ group, versions }) => [spell(group), versions])).toEqual(
      groups.map(({ name, versions }) => [name, versions.map(({ version }) => version)]),
    )
    for (const { group, versions } of served) {
      for (const version of versions) {
        const path = group === '' ? `/api/${version}` : `/apis/${spell(group)}/${version}`
        expect({ path, resources: discovered(group, version) }).toEqual({ path, resources: documents[path]?.resources })
      }
    }
  })
})

it('names existing types for each built-in resource', () => {
  for (const { versions } of builtinResources()) {
    for (const { type, verbs, listType, subresources } of versions) {
      expect({ type, known: isBuiltinType(type) }).toEqual({ type, known: true })
      if (verbs.includes('list')) expect({ type, listed: isBuiltinType(listType) }).toEqual({ type, listed: true })
      for (const each of subresources) expect({ each, known: isBuiltinType(each.type) }).toEqual({ each, known: true })
    }
  }
})

it('names the version in which a built-in resource is stored', () => {
  const stored = (name: string, group: string): string | undefined =>
    builtinResources().find((each) => each.name === name && each.group === group)?.storageVersion
  expect(stored('deployments', 'apps')).toBe('v1')
  expect(stored('validatingadmissionpolicies', 'admissionregistration.{domain}')).toBe('v1beta1')
  expect(stored('customresourcedefinitions', 'apiextensions.{domain}')).toBe('v1')
})
