import type { Repro, ReproRequest } from '../share/repro.ts'

const MAX_REQUESTS = 30

/** A bug report in Markdown with the data of a repro. The user adds the expected behaviour. */
export function bugReport(repro: Repro, link: string): string {
  const { app, server, dialect, taken, requests, flags } = repro
  const shown = requests.slice(-MAX_REQUESTS)
  const left = requests.length - shown.length
  const last = requests.at(-1)
  return `## What I did

${left > 0 ? `After ${left} earlier requests:\n\n` : ''}${shown.map(lineOf).join('\n')}

## What I expected



## What happened

${last === undefined ? '' : `${textOf(last)}${messageOf(last)}`}

## How to see it

${link}

Tabplane ${app}, ${dialect} cluster of ${server} (${flags.join(', ')}), ${new Date(taken).toISOString()}
`
}

const lineOf = (request: ReproRequest, at: number): string => `${at + 1}. ${textOf(request)}`

const textOf = ({ method, url, as, status }: ReproRequest): string =>
  `\`${method} ${url.replaceAll('`', '')}\`${as === undefined ? '' : ` as \`${as.user.replaceAll('`', '')}\``}: ${status}`

/** The message of a refusal. */
function messageOf({ answer }: ReproRequest): string {
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined
  return typeof message === 'string' ? `\n\n> ${message.replaceAll('\n', '\n> ')}` : ''
}
