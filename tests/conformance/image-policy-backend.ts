import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { recordingPath } from '../recordings/archive.ts'
import { listenWhenFree } from './port.ts'

/** The port in recordings/config/image-policy.kubeconfig. */
const PORT = 16_490

interface ImageReview {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: { readonly containers: readonly { readonly image: string }[] }
}

interface Reply {
  readonly code?: number
  /** The `status` of the ImageReview, or the whole body when it is a text. */
  readonly answer: string | Readonly<Record<string, unknown>>
}

/** Replies by a word in the name of an image; the first that occurs decides. */
const REPLIES: readonly (readonly [word: string, reply: (review: ImageReview, request: IncomingMessage) => Reply])[] = [
  ['explain', (review) => ({ answer: { allowed: false, reason: JSON.stringify(review) } })],
  ['credentials', (_, request) => ({ answer: { allowed: false, reason: requestLine(request) } })],
  ['audit', () => ({ answer: { allowed: true, auditAnnotations: { key: 'value' } } })],
  ['garbage', () => ({ answer: 'nonsense' })],
  ['teapot', () => ({ code: 418, answer: 'short and stout' })],
  ['forbidden', () => ({ code: 403, answer: 'go away' })],
  ['deny', () => ({ answer: { allowed: false } })],
  ['', () => ({ answer: { allowed: true } })],
]

const requestLine = ({ method, url, headers }: IncomingMessage): string =>
  [method, url, headers.authorization, headers['content-type'], headers.accept].join(' ')

/** Starts the backend of the profile `admission-image`. */
export async function startImagePolicyBackend(): Promise<() => void> {
  const [cert, key] = ['crt', 'key'].map((suffix) => readFileSync(recordingPath(`pki/server.${suffix}`)))
  const server = createServer({ cert, key }, (request, response) => {
    void text(request).then((body) => {
      const review = JSON.parse(body) as ImageReview
      const { apiVersion, kind, spec } = review
      const images = spec.containers.map(({ image }) => image).join()
      const reply = REPLIES.find(([word]) => images.includes(word))?.[1](review, request)
      const { code = 200, answer = '' } = reply ?? {}
      response.writeHead(code, code === 200 ? { 'Content-Type': 'application/json' } : {})
      response.end(typeof answer === 'string' ? answer : JSON.stringify({ apiVersion, kind, status: answer }))
    })
  })
  await listenWhenFree(server, PORT)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
