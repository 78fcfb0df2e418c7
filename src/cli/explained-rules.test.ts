import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { citedRules, ruleAbout } from './explained-rules.ts'

const type = (resource: string, group = '') => ({
  group,
  version: 'v1',
  resource,
  singular: '',
  kind: '',
  namespaced: true,
  verbs: [],
  shortNames: [],
  categories: [],
  subresources: [],
})
const about = (path: string, isCustom = false): string | undefined => {
  const [resource = '', ...fields] = path.split('.')
  return ruleAbout(type(resource), fields, isCustom)
}

describe('the rule about a type or field', () => {
  it.each([
    ['pods', 'simulation 2'],
    ['secrets.type', 'kinds 9'],
    ['pods.spec.containers.image', 'simulation 11'],
    ['pods.spec.containers.image.unknown', 'simulation 11'],
    ['cronjobs.spec.jobTemplate.spec.template.spec.tolerations', 'admission 11'],
    ['deployments.spec.template.spec.tolerations', 'admission 11'],
    ['deployments.metadata.finalizers', 'objects 11'],
    ['deployments.metadata', 'objects'],
    ['mutatingwebhookconfigurations.webhooks.failurePolicy', 'webhooks 14'],
    ['networkpolicies.spec', undefined],
  ])('of %s is %s', (path, rule) => {
    expect(about(path)).toBe(rule)
  })

  it('of a custom resource is the rule about custom resources, except for its metadata', () => {
    expect(about('jobs.spec', true)).toBe('custom-resources 5')
    expect(about('jobs.metadata.uid', true)).toBe('objects 4')
  })

  it.each([...new Set(citedRules())])('%s exists in the reference', (rule) => {
    const [page = '', number = ''] = rule.split(' ')
    expect(readFileSync(`docs/reference/${page}.md`, 'utf8')).toMatch(new RegExp(`^${number}\\. `, 'm'))
  })
})
