import type { Place } from './place.ts'
import { get, post, patch, apply, place, DEFINITIONS } from './place.ts'

/** A schema whose `spec` has these properties. */
const schema = (properties: object, more: object = {}): object => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties, ...more } } },
})
/** A custom resource definition of the group `example.com`. */
const definition = (plural: string, spec: object): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: { group: 'example.com', scope: 'Namespaced', names: { plural, kind: `Kind${plural}` }, ...spec },
})
const version = (more: object): object => ({ name: 'v1', served: true, storage: true, ...more })
/** The URL of the collection of a definition. */
const custom = (plural: string): string => `/apis/example.com/v1/namespaces/default/${plural}`
const customObject = (plural: string, spec: unknown): object => ({
  apiVersion: 'example.com/v1',
  kind: `Kind${plural}`,
  metadata: { name: 'a' },
  spec,
})

/** Custom resource definitions: their properties, expressions, columns and names. */
export const definitions: readonly Place[] = [
  place(
    'properties',
    post(
      DEFINITIONS,
      definition('properties', {
        versions: [
          version({
            schema: schema(
              {
                WORD: { type: 'string', default: 'd' },
                o: { type: 'object', default: {}, properties: { WORD: { type: 'integer' } } },
              },
              { required: ['WORD'] },
            ),
          }),
        ],
      }),
    ),
    get('/apis'),
    post(custom('properties'), customObject('properties', { WORD: 'a', o: { WORD: 1, other: 2 } })),
    post(custom('properties'), customObject('properties', {})),
    apply(`${custom('properties')}/applied`, {
      ...customObject('properties', { WORD: 'b' }),
      metadata: { name: 'applied' },
    }),
    patch('merge-patch+json', `${custom('properties')}/a`, { spec: { WORD: null, o: { WORD: 3 } } }),
    get(`${custom('properties')}/a`),
    get('/openapi/v3/apis/example.com/v1'),
  ),
  place(
    'undeclared properties',
    post(
      DEFINITIONS,
      definition('pruned', {
        versions: [
          version({ schema: schema({ kept: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }) }),
        ],
      }),
    ),
    get('/apis'),
    post(custom('pruned'), customObject('pruned', { WORD: 1, kept: { WORD: { WORD: 1 } } })),
    get(`${custom('pruned')}/a`),
  ),
  place(
    'expressions',
    post(
      DEFINITIONS,
      definition('rules', {
        versions: [
          version({
            schema: schema(
              { WORD: { type: 'string' }, m: { type: 'object', additionalProperties: { type: 'string' } } },
              {
                'x-kubernetes-validations': [
                  { rule: 'has(self.WORD) && self.WORD == "a"', fieldPath: '.WORD', reason: 'WORD' },
                  {
                    rule: '!has(self.m) || "WORD" in self.m && self.m["WORD"] == "a" && self.m.WORD == "a"',
                    messageExpression: '"WORD"',
                  },
                ],
              },
            ),
          }),
        ],
      }),
    ),
    post(
      DEFINITIONS,
      definition('maps', {
        versions: [
          version({
            schema: schema(
              { m: { type: 'object', additionalProperties: { type: 'string' } } },
              {
                'x-kubernetes-validations': [
                  {
                    rule: '!("WORD" in self.m) || self.m["WORD"] == "a" && self.m.all(k, k != "x") && {"WORD": 1}["WORD"] == 1',
                  },
                ],
              },
            ),
          }),
        ],
      }),
    ),
    get('/apis'),
    post(custom('maps'), customObject('maps', { m: { WORD: 'a' } })),
    post(custom('maps'), customObject('maps', { m: {} })),
    post(custom('maps'), customObject('maps', { m: { WORD: 'b' } })),
  ),
  place(
    'columns, fields and paths',
    post(
      DEFINITIONS,
      definition('columns', {
        versions: [
          version({
            schema: schema({ WORD: { type: 'string' } }),
            additionalPrinterColumns: [{ name: 'WORD', type: 'WORD', jsonPath: '.spec.WORD' }],
            subresources: { scale: { specReplicasPath: '.spec.WORD', statusReplicasPath: '.status.WORD' } },
            selectableFields: [{ jsonPath: '.spec.WORD' }],
          }),
        ],
      }),
    ),
    post(
      DEFINITIONS,
      definition('shown', {
        versions: [
          version({
            schema: schema({ WORD: { type: 'integer' } }),
            additionalPrinterColumns: [
              { name: 'WORD', type: 'string', jsonPath: '.spec.WORD' },
              { name: 'x', type: 'string', jsonPath: '.WORD[0].WORD' },
            ],
            subresources: { scale: { specReplicasPath: '.spec.WORD', statusReplicasPath: '.status.WORD' } },
          }),
        ],
      }),
    ),
    get('/apis'),
    post(custom('shown'), customObject('shown', {})),
    get(custom('shown'), { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }),
    get(`${custom('shown')}/a/scale`),
  ),
  place(
    'schema words',
    post(
      DEFINITIONS,
      definition('words', {
        versions: [
          version({
            schema: schema({
              a: { type: 'WORD' },
              b: { type: 'string', format: 'WORD' },
              c: { WORD: 1 },
              d: {
                type: 'array',
                items: { type: 'object' },
                'x-kubernetes-list-type': 'WORD',
                'x-kubernetes-list-map-keys': ['WORD'],
              },
            }),
          }),
        ],
      }),
    ),
  ),
  place(
    'names of definitions',
    post(DEFINITIONS, {
      ...definition('replaced', {}),
      metadata: { name: 'WORD.WORD.example.com' },
      spec: {
        group: 'WORD.example.com',
        scope: 'WORD',
        names: { plural: 'WORD', kind: 'WORD', singular: 'WORD', shortNames: ['WORD'], categories: ['WORD'] },
        versions: [{ name: 'WORD', served: true, storage: true, schema: schema({}) }],
      },
    }),
    post(DEFINITIONS, {
      ...definition('replaced', {}),
      metadata: { name: 'WORD.x.example.com' },
      spec: {
        group: 'x.example.com',
        scope: 'Namespaced',
        names: { plural: 'WORD', kind: 'WORD', singular: 'WORD', shortNames: ['WORD'], categories: ['WORD'] },
        versions: [{ name: 'WORD', served: true, storage: true, schema: schema({}) }],
      },
    }),
    get('/apis'),
    get('/apis/x.example.com/WORD'),
    post('/apis/x.example.com/WORD/namespaces/default/WORD', {
      apiVersion: 'x.example.com/WORD',
      kind: 'WORD',
      metadata: { name: 'WORD' },
    }),
    get('/apis/x.example.com/WORD/WORD'),
    get('/openapi/v3/apis/x.example.com/WORD'),
  ),
]
