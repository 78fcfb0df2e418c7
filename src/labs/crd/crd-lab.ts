import type { Lab } from '../lab.ts'
import type { LabData } from '../lab-data.ts'
import CrdLab from './crd-lab.svelte'

const definition = (
  name: string,
  kind: string,
  schema: string,
  columns = '',
): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${name}.lab.example.com
spec:
  group: lab.example.com
  names: { kind: ${kind}, plural: ${name}, singular: ${kind.toLowerCase()} }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
${columns}      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
${schema}`

const ROOMS: LabData = {
  fields: {
    definition: definition(
      'rooms',
      'Room',
      `              type: object
              required: [beds]
              x-kubernetes-validations:
                - rule: self.guests.size() <= self.beds * 2
                  message: at most two guests for each bed
                - rule: self.beds >= oldSelf.beds
                  message: a room never loses a bed
              properties:
                beds: { type: integer, minimum: 1, default: 2 }
                colour: { type: string, enum: [red, blue], default: blue }
                guests:
                  type: array
                  maxItems: 10
                  default: []
                  items: { type: string, maxLength: 30 }
`,
      `      additionalPrinterColumns:
        - { name: Beds, type: integer, jsonPath: .spec.beds }
        - { name: Colour, type: string, jsonPath: .spec.colour }
`,
    ),
  },
  rows: [
    { expected: 'valid', object: 'spec: { beds: 2, guests: [ann, bob] }', old: '' },
    { expected: 'invalid', object: 'spec: { beds: 1, guests: [ann, bob, cid] }', old: '' },
    { expected: 'valid', object: 'spec: { beds: 2, balcony: true }', old: '' },
    { expected: 'invalid', object: 'spec: { beds: 1 }', old: 'spec: { beds: 3 }' },
  ],
}

const PARTIES: LabData = {
  fields: {
    definition: definition(
      'parties',
      'Party',
      `              type: object
              properties:
                guests:
                  type: array
                  items: { type: string }
                  x-kubernetes-validations:
                    - rule: self.all(a, self.exists_one(b, a == b))
                      message: a guest comes once
`,
    ),
  },
  rows: [{ expected: 'valid', object: 'spec: { guests: [ann, bob] }', old: '' }],
}

const version = (name: string, isStored: boolean, field: string): string => `    - name: ${name}
      served: true
      storage: ${isStored}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                ${field}: { type: integer, minimum: 1 }
                colour: { type: string }
`

const CONVERTED: LabData = {
  fields: {
    definition: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: suites.lab.example.com
spec:
  group: lab.example.com
  names: { kind: Suite, plural: suites, singular: suite }
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig:
        url: https://suites.default.svc/convert
        caBundle: YW55dGhpbmc=
  versions:
${version('v2', true, 'places')}${version('v1', false, 'beds')}`,
  },
  rows: [
    { expected: 'valid', object: 'spec: { places: 2, colour: red }', old: '' },
    { expected: 'invalid', object: 'spec: { places: 0 }', old: '' },
  ],
}

const OLD_ROWS: LabData = {
  fields: {
    definition: definition(
      'ports',
      'Port',
      `              type: object
              properties:
                name: { type: string, maxLength: 5 }
                number: { type: integer }
`,
    ),
  },
  rows: [
    { expected: 'valid', object: 'spec: { name: http, number: 80 }', old: '' },
    { expected: 'invalid', object: 'spec: { name: telephone, number: 81 }', old: '' },
    {
      expected: 'valid',
      object: 'spec: { name: telephone, number: 81 }',
      old: 'spec: { name: telephone, number: 80 }',
    },
    {
      expected: 'invalid',
      object: 'spec: { name: telegraph, number: 80 }',
      old: 'spec: { name: telephone, number: 80 }',
    },
  ],
}

export const crdLab = {
  id: 'crd',
  summary:
    'A definition beside objects that it should accept or refuse: errors, defaults, dropped fields, costs and columns.',
  first: ROOMS,
  lesson: 'labs/crd-lab.yaml',
  examples: [
    { title: 'Rules, defaults and columns', data: ROOMS },
    { title: 'A rule that costs too much', data: PARTIES },
    { title: 'Two versions, which a handler converts', data: CONVERTED },
    { title: 'Ratcheting: objects that are older than a rule', data: OLD_ROWS },
  ],
  View: CrdLab,
} satisfies Lab
