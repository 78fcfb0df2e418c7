import type { ServerResponse } from 'node:http'
import { escapeHtml } from '../src/cli/escape-html.ts'

/** An answer of the proxy itself. */
export function answerText(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Content-Length': Buffer.byteLength(text) + 1,
  })
  response.end(`${text}\n`)
}

/** Redirects; only a GET gets a text with a link. */
export function answerMoved(response: ServerResponse, method: string, location: string): void {
  const text = method === 'GET' ? `<a href="${escapeHtml(location)}">Moved Permanently</a>.\n\n` : ''
  response.writeHead(301, {
    ...(method === 'GET' || method === 'HEAD' ? { 'Content-Type': 'text/html; charset=utf-8' } : {}),
    Location: location,
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}
