import type { Lab } from '../lab.ts'
import type { LabData } from '../lab-data.ts'
import CelLab from './cel-lab.svelte'

const data = (fields: Record<string, string>): LabData => ({
  fields: { context: 'definition', expression: '', variables: '', schema: '', ...fields },
  rows: [],
})

const ROOM = data({
  expression: `self.guests <= self.beds * 2 &&
  self.names.all(n, n.startsWith('guest-'))`,
  variables: `self:
  beds: 2
  guests: 3
  names: [guest-1, guest-2, guest-3]
`,
  schema: `type: object
properties:
  beds: { type: integer }
  guests: { type: integer }
  names:
    type: array
    maxItems: 20
    items: { type: string, maxLength: 40 }
`,
})

export const celLab = {
  id: 'cel',
  summary: 'An expression as the server compiles and runs it: the value and the cost of each of its parts.',
  first: ROOM,
  lesson: 'labs/cel-lab.yaml',
  examples: [
    { title: 'A rule of a definition', data: ROOM },
    {
      title: 'A transition: a field that never shrinks',
      data: data({
        expression: 'self.size >= oldSelf.size',
        variables: 'self: { size: 3 }\noldSelf: { size: 5 }\n',
        schema: 'type: object\nproperties:\n  size: { type: integer }\n',
      }),
    },
    {
      title: 'A policy: few replicas, and more for admins',
      data: data({
        context: 'policy',
        expression: `object.spec.replicas <= int(params.data.most) ||
  'system:masters' in request.userInfo.groups`,
        variables: `object: { spec: { replicas: 7 } }
params: { data: { most: '5' } }
request:
  operation: CREATE
  userInfo: { username: alice, groups: [dev] }
`,
      }),
    },
    {
      title: 'A policy that calls the authorizer',
      data: data({
        context: 'policy',
        expression: `authorizer.group('').resource('secrets').namespace('shop').check('get').allowed()`,
        variables: 'request: { operation: CREATE }\n',
      }),
    },
    {
      title: 'A match condition: not for the system',
      data: data({
        context: 'match-condition',
        expression: `!request.userInfo.username.startsWith('system:')`,
        variables: 'request: { userInfo: { username: system:node:node-1 } }\n',
      }),
    },
  ],
  View: CelLab,
} satisfies Lab
