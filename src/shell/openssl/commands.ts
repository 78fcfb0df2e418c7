import { numberOfText } from '../../../worker/api/numbers.ts'
import { readCertificateRequest } from '../../../worker/certificates/certificate-request.ts'
import { nameAttributes } from '../../../worker/certificates/distinguished-name.ts'
import { readCertificate } from '../../../worker/certificates/certificate.ts'
import { readElement } from '../../../worker/certificates/der.ts'
import { NO_NAMES } from '../../../worker/certificates/alternative-names.ts'
import { pemBlocks } from '../../../worker/certificates/pem.ts'
import type { Process } from '../../script/process.ts'
import { UsageFault } from '../../script/process.ts'
import { absolutePath } from '../../script/path.ts'
import { fileText } from '../file-text.ts'
import { OpensslArguments } from './arguments.ts'
import { curve, newKey, readKey, rsa } from './private-key.ts'
import { readAlternativeNames, readSubject, subjectText } from './subject.ts'
import { issuedBy, selfSigned } from './write-certificate.ts'
import { writeRequest } from './write-request.ts'

type OpensslCommand = (words: readonly string[], process: Process) => Promise<void>

export const opensslCommands: ReadonlyMap<string, OpensslCommand> = new Map<string, OpensslCommand>([
  ['genrsa', genrsa],
  ['genpkey', genpkey],
  ['ecparam', ecparam],
  ['req', req],
  ['x509', x509],
  [
    'version',
    async (_, { stdout }) => {
      stdout.write('openssl of this terminal: genrsa, genpkey, ecparam, req, x509, over the browser’s WebCrypto\n')
    },
  ],
])

const DEFAULT_DAYS = '30'

async function writeOutput(text: string, file: string | undefined, { files, state, stdout }: Process): Promise<void> {
  if (file === undefined) stdout.write(text)
  else await files.write(absolutePath(file, state.folder), text)
}

async function genrsa(words: readonly string[], process: Process): Promise<void> {
  const given = new OpensslArguments(words, ['out'], ['traditional'])
  await writeOutput(await newKey(rsa(given.rest[0] ?? '2048')), given.get('out'), process)
}

async function genpkey(words: readonly string[], process: Process): Promise<void> {
  const given = new OpensslArguments(words, ['out', 'algorithm', 'pkeyopt'], [])
  const option = (name: string): string | undefined =>
    given
      .all('pkeyopt')
      .find((each) => each.startsWith(`${name}:`))
      ?.slice(name.length + 1)
  const algorithm = given.need('algorithm').toUpperCase()
  if (algorithm !== 'RSA' && algorithm !== 'EC') throw new UsageFault(`Algorithm ${algorithm} not found; use RSA or EC`)
  const key =
    algorithm === 'RSA' ? rsa(option('rsa_keygen_bits') ?? '2048') : curve(option('ec_paramgen_curve') ?? 'prime256v1')
  await writeOutput(await newKey(key), given.get('out'), process)
}

async function ecparam(words: readonly string[], process: Process): Promise<void> {
  const given = new OpensslArguments(words, ['out', 'name'], ['genkey', 'noout'])
  if (!given.has('genkey'))
    throw new UsageFault('add -genkey: ecparam only makes keys, as in ecparam -name prime256v1 -genkey')
  await writeOutput(await newKey(curve(given.need('name'))), given.get('out'), process)
}

async function req(words: readonly string[], process: Process): Promise<void> {
  const given = new OpensslArguments(
    words,
    ['in', 'out', 'key', 'newkey', 'keyout', 'subj', 'addext', 'days', 'pkeyopt'],
    ['new', 'nodes', 'noenc', 'x509', 'noout', 'subject', 'text', 'verify', 'batch', 'sha256'],
  )
  if (!given.has('new') && !given.has('newkey') && !given.has('x509')) return showRequest(given, process)
  const subject = readSubject(given.need('subj'))
  const pair = await readKey(...(await keyFor(given, process)))
  const [extension] = given.all('addext').slice(-1)
  const names = extension === undefined ? NO_NAMES : readAlternativeNames(extension)
  const text = given.has('x509')
    ? await selfSigned(
        pair,
        { attributes: subject, names, publicKey: pair.publicKey },
        numberOfText(given.get('days') ?? DEFAULT_DAYS),
      )
    : await writeRequest(pair, subject, names)
  await writeOutput(text, given.get('out'), process)
}

/** The text and the name of the key: an existing file, or a new key that this function writes. */
async function keyFor(given: OpensslArguments, process: Process): Promise<[text: string, name: string]> {
  const file = given.get('key')
  if (file !== undefined) return [await fileText(file, process), file]
  if (!given.has('nodes') && !given.has('noenc'))
    throw new UsageFault('add -nodes: this terminal writes keys without a password')
  const [kind = '', parameter = ''] = (given.get('newkey') ?? 'rsa:2048').split(':')
  const curveName = given.get('pkeyopt')?.split(':')[1] ?? 'prime256v1'
  const text = await newKey(kind === 'rsa' ? rsa(parameter || '2048') : curve(curveName))
  await writeOutput(text, given.get('keyout') ?? 'privkey.pem', process)
  return [text, given.get('keyout') ?? 'privkey.pem']
}

async function showRequest(given: OpensslArguments, process: Process): Promise<void> {
  const text = await fileText(given.get('in') ?? '-', process)
  const request = readCertificateRequest(blockOf(text, 'CERTIFICATE REQUEST'))
  const { dns, ip, email, uri } = request.alternativeNames
  const names = [...dns, ...ip.map((bytes) => bytes.join('.')), ...email, ...uri]
  const subject = subjectText(request.attributes)
  if (given.has('verify')) process.stderr.write('Certificate request self-signature verify OK\n')
  if (given.has('subject')) process.stdout.write(`subject=${subject}\n`)
  if (given.has('text'))
    process.stdout.write(
      `Certificate Request:\n    Subject: ${subject}\n${names.length === 0 ? '' : `    Alternative names: ${names.join(', ')}\n`}`,
    )
  if (!given.has('noout')) await writeOutput(text, given.get('out'), process)
}

async function x509(words: readonly string[], process: Process): Promise<void> {
  const given = new OpensslArguments(
    words,
    ['in', 'out', 'CA', 'CAkey', 'days', 'set_serial', 'CAserial'],
    [
      'req',
      'noout',
      'subject',
      'issuer',
      'dates',
      'startdate',
      'enddate',
      'text',
      'fingerprint',
      'CAcreateserial',
      'sha256',
    ],
  )
  const text = await fileText(given.get('in') ?? '-', process)
  if (given.has('req')) return sign(text, given, process)
  const bytes = blockOf(text, 'CERTIFICATE')
  await showCertificate(bytes, given, process)
  if (!given.has('noout')) await writeOutput(text, given.get('out'), process)
}

async function sign(text: string, given: OpensslArguments, process: Process): Promise<void> {
  const request = readCertificateRequest(blockOf(text, 'CERTIFICATE REQUEST'))
  const keyFile = given.need('CAkey')
  const pair = await readKey(await fileText(keyFile, process), keyFile)
  const authority = await fileText(given.need('CA'), process)
  const subject = { attributes: request.attributes, names: request.alternativeNames, publicKey: request.publicKey }
  const certificate = await issuedBy(authority, pair, subject, numberOfText(given.get('days') ?? DEFAULT_DAYS))
  process.stderr.write(`Certificate request self-signature ok\nsubject=${subjectText(request.attributes)}\n`)
  await writeOutput(certificate, given.get('out'), process)
}

async function showCertificate(
  bytes: Uint8Array<ArrayBuffer>,
  given: OpensslArguments,
  { stdout }: Process,
): Promise<void> {
  const certificate = readCertificate(bytes)
  const nameOf = (written: Uint8Array<ArrayBuffer>): string => subjectText(nameAttributes(readElement(written).element))
  const [subject, issuer] = [nameOf(certificate.writtenSubject), nameOf(certificate.writtenIssuer)]
  const [from, to] = [dateText(certificate.notBefore), dateText(certificate.notAfter)]
  if (given.has('subject')) stdout.write(`subject=${subject}\n`)
  if (given.has('issuer')) stdout.write(`issuer=${issuer}\n`)
  if (given.has('dates') || given.has('startdate')) stdout.write(`notBefore=${from}\n`)
  if (given.has('dates') || given.has('enddate')) stdout.write(`notAfter=${to}\n`)
  if (given.has('fingerprint')) stdout.write(`sha256 Fingerprint=${await fingerprint(bytes)}\n`)
  if (given.has('text'))
    stdout.write(
      `Certificate:\n    Issuer: ${issuer}\n    Validity\n        Not Before: ${from}\n        Not After : ${to}\n    Subject: ${subject}\n`,
    )
}

async function fingerprint(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
}

/** A time as openssl writes it: `Nov 24 10:42:23 2026 GMT`. */
function dateText(ms: number): string {
  const [, day = '', month = '', year = '', time = ''] = new Date(ms).toUTCString().split(' ')
  return `${month} ${String(numberOfText(day)).padStart(2)} ${time} ${year} GMT`
}

/** The bytes of the first PEM block of a kind. */
function blockOf(text: string, kind: string): Uint8Array<ArrayBuffer> {
  const block = pemBlocks(text).find(({ type }) => type === kind || type === `NEW ${kind}`)
  if (block === undefined)
    throw new UsageFault(
      `Could not find ${kind.toLowerCase()} in the input: no block begins with -----BEGIN ${kind}-----`,
    )
  return block.bytes
}
