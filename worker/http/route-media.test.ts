import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../api/exchange.ts'
import { checkAccept, checkContent } from './route-media.ts'

const request = (method: string, headers: Readonly<Record<string, string>>, body?: string): ApiRequest => ({
  method,
  url: '/api/v1/namespaces/default/configmaps/a',
  headers: new Map(Object.entries(headers)),
  ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  signal: new AbortController().signal,
})

const JSON_AND_YAML = ['application/json', 'application/yaml']

describe('the Content-Type of a route', () => {
  const check = (...given: Parameters<typeof request>) => {
    checkContent(request(...given), JSON_AND_YAML)
  }

  it('is one of the consumed types, with or without parameters', () => {
    expect(() => check('PATCH', { 'content-type': 'application/yaml; charset=utf-8' }, '{}')).not.toThrow()
    expect(() => check('PATCH', { 'content-type': 'text/plain, application/json' }, '{}')).not.toThrow()
    expect(() => check('PATCH', { 'content-type': 'text/plain,  application/json ;x=y' }, '{}')).not.toThrow()
    expect(() => check('PATCH', { 'content-type': 'application/json\t;x=y' }, '{}')).toThrow(/^415: /)
    expect(() => check('PATCH', { 'content-type': 'APPLICATION/JSON' }, '{}')).toThrow(/^415: Unsupported Media Type$/)
  })

  it('may be missing when no body is expected', () => {
    expect(() => check('GET', {})).not.toThrow()
    expect(() => check('PATCH', {}, '{}')).toThrow(/^415: Unsupported Media Type$/)
  })

  it('is refused with an empty list of representations when no body was sent', () => {
    expect(() => check('GET', { 'content-type': 'text/plain' })).toThrow(
      /^406: Not Acceptable\n\nAvailable representations: $/,
    )
    expect(() => check('PATCH', { 'content-type': 'text/plain' })).toThrow(
      /^415: Unsupported Media Type\n\nAvailable representations: $/,
    )
    expect(() => check('PATCH', { 'content-type': 'text/plain', 'content-length': '0' })).toThrow(/^406: /)
  })
})

describe('the Accept of a route', () => {
  it('must match a produced type', () => {
    expect(() => checkAccept(request('GET', { accept: 'text/html, */*' }), JSON_AND_YAML)).not.toThrow()
    expect(() => checkAccept(request('GET', { accept: 'text/html' }), JSON_AND_YAML)).toThrow(
      /^406: Not Acceptable\n\nAvailable representations: application\/json, application\/yaml$/,
    )
  })

  it('is refused with 415 for a write whose length is unknown, and with 406 for any other', () => {
    const headers = { accept: 'text/html', 'transfer-encoding': 'chunked' }
    expect(() => checkAccept(request('PUT', headers, '{}'), JSON_AND_YAML)).toThrow(/^415: .*\n\nAvailable/)
    expect(() => checkAccept(request('PUT', { accept: 'text/html' }, '{}'), JSON_AND_YAML)).toThrow(/^406: /)
  })
})
