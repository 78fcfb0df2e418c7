import type { Command } from '../command.ts'
import { Failure } from '../failure.ts'
import { integer } from '../flags.ts'

export const proxy = {
  name: 'proxy',
  summary: 'Run a proxy to the API server',
  usage: 'proxy [--port=PORT]',
  flags: [integer('port', 'The port on which to run the proxy.', { short: 'p', fallback: '8001' })],
  run: () =>
    Promise.reject(new Failure('there is no port to listen on here: give the address of the server to clients')),
} satisfies Command
