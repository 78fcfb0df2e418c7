import { createHash, randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolder } from './made-folder.ts'
import { OWN_FOLDER } from './node-files.ts'

/** Excludes a second server from a folder. */
export interface FolderLock {
  /** @throws Error when another process holds the lock */
  acquire(): Promise<void>
  /** Does nothing when the lock is not held. */
  release(): Promise<void>
}

/** Longer paths of sockets are not portable. */
const MAX_PATH_BYTES = 100
/** Milliseconds to wait for another server that found the same abandoned socket, and also replaces it. */
const TAKEOVER_MS = 100
const IN_USE = 'another server is using it'

/**
 * A lock that ends with its process. It is a socket in the folder, and the owner of the lock listens on the socket. A killed
 * process leaves a socket that refuses connections.
 */
export function folderLock(folder: string): FolderLock {
  const token = randomUUID()
  let server: net.Server | undefined
  const release = async (): Promise<void> => {
    const held = server
    server = undefined
    if (held !== undefined) await new Promise((resolve) => held.close(resolve))
  }
  return {
    async acquire() {
      const address = socketAddress(folder)
      server = await listen(address, token)
      if (server !== undefined) return
      if ((await tokenAt(address)) !== undefined) throw new Error(IN_USE)
      await rm(address, { force: true })
      server = await listen(address, token)
      // When several servers removed the abandoned socket, the last one to listen has the lock.
      await delay(TAKEOVER_MS)
      if (server === undefined || (await tokenAt(address)) !== token) {
        await release()
        throw new Error(IN_USE)
      }
    },
    release,
  }
}

function socketAddress(folder: string): string {
  const inFolder = path.resolve(folder, 'lock')
  const hash = createHash('sha256').update(inFolder).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return `\\\\.\\pipe\\tabplane-${hash}`
  return Buffer.byteLength(inFolder) > MAX_PATH_BYTES ? path.join(ownTemporaryFolder(), `${hash}.lock`) : inFolder
}

/**
 * A folder for the sockets of this user: in the shared temporary folder another user could listen on the socket first.
 * @throws Error when another user can write to it
 */
function ownTemporaryFolder(): string {
  const user = userInfo().uid
  const folder = path.join(tmpdir(), `tabplane-${user}`)
  makeFolder(folder, OWN_FOLDER)
  const { uid, mode } = lstatSync(folder)
  if (uid !== user || (mode & OTHERS) !== 0)
    throw new Error(
      `${folder}, which holds the lock of a data folder with a long path, is open to other users: remove it, or set TMPDIR`,
    )
  return folder
}

/** The permissions of the group and of everyone. */
const OTHERS = 0o077

/** Listens on the address and answers connections with the token. Returns undefined when the address is taken. */
function listen(address: string, token: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(token)
    })
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** The token of the process that listens on the address; undefined when none does. */
function tokenAt(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const socket = net.connect(address)
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(text === '' ? undefined : text))
  })
}
