import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import type { Rule } from '../notation/rule.ts'
import { profilesAgree } from './profile-agreement.ts'
import { fixedAnnotations, podAnnotations } from './profile-annotations.ts'

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/c'
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations'
const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod'

const pod = (annotations: { [key: string]: string }, spec: { [field: string]: object } = {}): ApiObject => ({
  metadata: { annotations },
  spec: { containers: [{ name: 'c' }], ...spec },
})

const errors = (rule: Rule, now: ApiObject, old?: ApiObject): string[] =>
  compileRules([rule], dialects.k8s.spell)(now, old).map(({ field, message }) => `${field}: ${message}`)

const annotated = podAnnotations('metadata', 'annotations')

describe('rules of pod annotations', () => {
  it('require relative paths of profiles', () => {
    const found = errors(annotated, pod({ [SECCOMP]: 'localhost/../a' }))
    expect(found).toEqual([`metadata.annotations.${SECCOMP}: Invalid value: "../a": must not contain '..'`])
    expect(errors(annotated, pod({ [SECCOMP]: 'localhost/a/b' }))).toEqual([])
  })

  it.each([
    ['1', true],
    ['-10', true],
    ['+1', false],
    ['01', false],
    ['2147483648', false],
  ])('validate the deletion cost: %s', (cost, good) => {
    const found = errors(annotated, pod({ 'controller.kubernetes.io/pod-deletion-cost': cost }))
    expect(found.length === 0).toBe(good)
  })

  it.each([
    ['[{"Key":"a","operator":"Exists"}]', undefined],
    ['[{"operator":"Nope"}]', `.${TOLERATIONS}[0].operator: Invalid value: "Nope": operator must be Exists`],
    ['[{"key":"a","operator":"Nope"}]', `.${TOLERATIONS}[0].operator: Unsupported value: "Nope"`],
    ['[{"key":"a"},{"key":"b","EFFECT":"x"}]', `.${TOLERATIONS}[1].effect: Unsupported value: "x"`],
    [
      '[{"key":1}]',
      `: Invalid value: "${TOLERATIONS}": json: cannot unmarshal number into Go struct field Toleration.Key`,
    ],
    ['[', `: Invalid value: "${TOLERATIONS}": unexpected end of JSON input`],
  ])('validate the tolerations %s', (text, fault) => {
    const [found] = errors(annotated, pod({ [TOLERATIONS]: text }))
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(`metadata.annotations${fault}`)
  })

  it('require a node for a mirror pod', () => {
    expect(errors(annotated, pod({ 'kubernetes.io/config.mirror': 'x' }))[0]).toContain('must set spec.nodeName')
  })

  it('refuse a change of AppArmor profiles', () => {
    const [none, some] = [pod({}), pod({ [APP_ARMOR]: 'unconfined' })]
    expect(errors(fixedAnnotations, some, none)).toEqual([
      `metadata.annotations[${APP_ARMOR}]: Forbidden: may not add AppArmor annotations`,
    ])
    expect(errors(fixedAnnotations, none, some)).toEqual([
      `metadata.annotations[${APP_ARMOR}]: Forbidden: may not remove or update AppArmor annotations`,
    ])
    expect(errors(fixedAnnotations, some, some)).toEqual([])
  })

  it('require agreement with the fields', () => {
    const securityContext = {
      seccompProfile: { type: 'RuntimeDefault' },
      appArmorProfile: { type: 'Localhost', localhostProfile: 'a' },
    }
    const object = pod({ [SECCOMP]: 'unconfined', [APP_ARMOR]: 'localhost/b' }, { securityContext })
    expect(errors(profilesAgree, object)).toEqual([
      'spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match',
      'spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: apparmor profile in annotation and field must match',
    ])
    expect(errors(profilesAgree, pod({ [SECCOMP]: 'docker/default' }, { securityContext }))).toEqual([])
  })
})
