import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import type { Operation, Parameter } from './operation.ts'
import { parameterWords } from './parameter-words.ts'

const operation = (kind: string, action: Operation['action']): Operation => ({
  path: '/',
  method: 'get',
  id: '',
  action,
  kind: { group: '', version: 'v1', kind },
  parameters: [],
  responses: {},
  description: '',
  produces: 'object',
})
const inQuery = (name: string): Parameter => ({ name, in: 'query', type: 'string' })
const wordsOf = (parameter: Parameter, kind = 'Pod', action: Operation['action'] = 'get') =>
  parameterWords(parameter, operation(kind, action), dialects.svc)

describe('words for parameters', () => {
  it('depend on the kind of the operation', () => {
    expect(wordsOf({ name: 'name', in: 'path', type: 'string' }, 'Scale')).toBe('name of the Scale')
    expect(wordsOf(inQuery('container'))).toContain('stream logs')
    expect(wordsOf(inQuery('container'), 'PodExecOptions')).toContain('execute the command')
    expect(wordsOf(inQuery('unheardOf'))).toBe('')
  })

  it('mention an apply for the field manager of a patch only, and have the address of the dialect', () => {
    expect(wordsOf(inQuery('fieldManager'), 'Pod', 'post')).not.toContain('apply requests')
    expect(wordsOf(inQuery('fieldManager'), 'Pod', 'patch')).toContain('apply requests')
    expect(wordsOf(inQuery('resourceVersion'))).toContain('https://svc.io/docs')
  })
})
