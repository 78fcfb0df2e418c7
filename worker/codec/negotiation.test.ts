import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import type { Offers } from './negotiation.ts'
import { bodyMediaType, mediaTypes, negotiate, plainOnly, producesAcceptable } from './negotiation.ts'

const offered = mediaTypes(dialects.k8s)
const tables: Offers = (transform, format) =>
  transform === undefined || (transform.kind === 'Table' && format === 'json')
const format = (accept: string): string | undefined => negotiate(accept, offered, plainOnly)?.format

describe('negotiate', () => {
  it.each([
    ['', 'json'],
    ['*/*', 'json'],
    ['application/yaml', 'yaml'],
    ['application/json;q=0.1,application/yaml;q=0.9', 'yaml'],
    ['application/yaml;q=x,application/json', 'json'],
    ['*/*;q=0.1,application/yaml', 'yaml'],
    ['application/json;q=0', 'json'],
    ['application/json;charset=latin1', 'json'],
    ['application/json;as=', 'json'],
    ['text/html,application/yaml', 'yaml'],
    ['application/vnd.kubernetes.protobuf;type=x', 'protobuf'],
    ['application/json;stream=watch', 'json'],
    ['application/json;stream=x', undefined],
    ['application/yaml;stream=watch', undefined],
    ['application/json;v=v1', undefined],
    ['application/json;as=Foo', undefined],
    ['application/json;as=Foo,application/json', 'json'],
    ['text/html', undefined],
    [',', undefined],
  ])('chooses for Accept %j the format %s', (accept, expected) => {
    expect(format(accept)).toBe(expected)
  })

  it('reads the conversion from a clause', () => {
    const accept = 'application/vnd.kubernetes.protobuf;as=Table;v=v1;g=m,application/json;as=Table;v=v1;g=m;pretty=1'
    expect(negotiate(accept, offered, tables)).toEqual({
      format: 'json',
      mediaType: 'application/json',
      pretty: true,
      transform: { kind: 'Table', group: 'm', version: 'v1' },
      stream: false,
    })
  })

  it('skips clauses that request no conversion when the endpoint offers only converted answers', () => {
    const convertedOnly: Offers = (transform) => transform !== undefined
    expect(negotiate('application/json,application/json;as=Table', offered, convertedOnly)?.transform?.kind).toBe(
      'Table',
    )
    expect(negotiate('', offered, convertedOnly)).toBeUndefined()
  })
})

describe('producesAcceptable', () => {
  it.each([
    ['application/json', true],
    ['application/json;foo=bar', true],
    ['*/*', true],
    ['', true],
    ['application/*', false],
    ['APPLICATION/JSON', false],
    ['image/png, */*', true],
  ])('whether Accept %j matches a route that writes JSON and YAML: %s', (accept, expected) => {
    expect(producesAcceptable(accept, ['application/json', 'application/yaml'])).toBe(expected)
  })
})

describe('bodyMediaType', () => {
  it.each([
    ['', 'application/json'],
    ['application/JSON; charset=utf-16', 'application/json'],
    ['application/json;', 'application/json'],
    ['application/json;;', undefined],
    ['application/json, application/yaml', undefined],
    ['json', undefined],
    ['application/', undefined],
    ['text/yaml', 'text/yaml'],
    ['application/json ; a=1 ;\tb="x;\\"y" ; ', 'application/json'],
    ['application/json;charset="utf-8', undefined],
    ['application/json;charset="utf-8\\"', undefined],
    ['application/json;charset="utf-8"', 'application/json'],
    ['application/json;a=', undefined],
    ['application/json;a=""', 'application/json'],
    ['application/json;a=b c', undefined],
    ['application/json;a b=c', undefined],
    ['application/json;a', undefined],
    ['application/json;a=1;A=1', 'application/json'],
    ['application/json;a=1;a=2', undefined],
    ['application/json;a=x/y', undefined],
    ['appli(cation/json', undefined],
  ])('reads %j as %s', (header, expected) => {
    expect(bodyMediaType(header)).toBe(expected)
  })
})
