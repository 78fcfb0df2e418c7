import { describe, expect, it } from 'vitest'
import { protobufDocument } from './protobuf-document.ts'
import { messages2, messages3 } from './protobuf-messages.ts'

/** Reads the fields of a message without its schema. Printable bytes are read as texts, and other bytes as messages. */
function read(bytes: Uint8Array): unknown {
  const fields: [number, unknown][] = []
  let at = 0
  const varint = (): number => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    if ((tag & 7) === 0) fields.push([tag >> 3, varint()])
    else if ((tag & 7) === 1) fields.push([tag >> 3, new DataView(bytes.buffer, (at += 8) - 8, 8).getFloat64(0, true)])
    else {
      const length = varint()
      const inner = bytes.slice(at, (at += length))
      const isText = inner.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a) && (inner[0] ?? 0x61) > 0x20
      fields.push([tag >> 3, isText ? new TextDecoder().decode(inner) : read(inner)])
    }
  }
  return fields
}

describe('OpenAPI in protobuf', () => {
  it('writes version 3', () => {
    const schema = {
      type: 'object',
      required: ['a'],
      properties: { a: { $ref: '#/x' }, b: { type: 'integer', default: 5, 'x-kubernetes-list-type': 'map' } },
    }
    const document = { openapi: '3.0.0', info: { title: 'T', version: 'v1' }, components: { schemas: { S: schema } } }
    const b = [
      [25, 'integer'],
      [33, [[1, 5]]],
      [36, [[1, 'x-kubernetes-list-type'], [2, [[2, 'map\n']]]]], // prettier-ignore
    ]
    const properties = [
      [1, [[1, 'a'], [2, [[2, [[1, '#/x']]]]]]],
      [1, [[1, 'b'], [2, [[1, b]]]]],
    ] // prettier-ignore
    const written = [[23, 'a'], [25, 'object'], [31, properties]] // prettier-ignore
    expect(read(protobufDocument(messages3, document))).toEqual([
      [1, '3.0.0'],
      [2, [[1, 'T'], [6, 'v1']]], // prettier-ignore
      [5, [[1, [[1, [[1, 'S'], [2, [[1, written]]]]]]]]], // prettier-ignore
    ])
  })

  it('writes version 2', () => {
    const operation = {
      operationId: 'o',
      parameters: [
        { in: 'body', name: 'body', schema: { $ref: '#/d' } },
        { in: 'query', name: 'q', type: 'string' },
      ],
      responses: { '200': { description: 'OK', schema: { type: 'string' } } },
    }
    const document = { swagger: '2.0', paths: { '/p': { get: operation } }, definitions: {} }
    const parameters = [
      [8, [[1, [[1, [[2, 'body'], [3, 'body'], [5, [[1, '#/d']]]]]]]]],
      [8, [[1, [[2, [[3, [[2, 'query'], [4, 'q'], [6, 'string']]]]]]]]],
    ] // prettier-ignore
    const answer = [[1, 'OK'], [2, [[1, [[22, [[1, 'string']]]]]]]] // prettier-ignore
    const responses = [
      9,
      [
        [
          1,
          [
            [1, '200'],
            [2, [[1, answer]]],
          ],
        ],
      ],
    ]
    expect(read(protobufDocument(messages2, document))).toEqual([
      [1, '2.0'],
      [
        8,
        [
          [
            2,
            [
              [1, '/p'],
              [2, [[2, [[5, 'o'], ...parameters, responses]]]],
            ],
          ],
        ],
      ],
      [9, ''],
    ])
  })
})
