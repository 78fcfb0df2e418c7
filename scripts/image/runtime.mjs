import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PROGRAM = 'usr/local/bin/node'

/** The files of the image that define a user without rights, and the order of name look-ups. */
const FILES = {
  'etc/passwd': 'root:x:0:0:root:/root:/sbin/nologin\nnode:x:1000:1000::/app:/sbin/nologin\n',
  'etc/group': 'root:x:0:\nnode:x:1000:\n',
  'etc/nsswitch.conf': 'hosts: files dns\n',
}

/** Writes a root folder with the Node that runs this script and, at their own paths, the libraries that Node loads. */
export function layRuntime(folder) {
  for (const name of ['usr/local/bin', 'etc', 'tmp', 'app']) mkdirSync(path.join(folder, name), { recursive: true })
  copyFileSync(realpathSync(process.execPath), path.join(folder, PROGRAM))
  for (const library of libraries()) {
    const place = path.join(folder, library)
    mkdirSync(path.dirname(place), { recursive: true })
    copyFileSync(realpathSync(library), place)
  }
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text)
  // The licences of the libraries, from the folder of Debian and its derivatives.
  const licences = '/usr/share/doc'
  for (const name of ['libc6', 'libstdc++6', 'libgcc-s1'])
    if (existsSync(`${licences}/${name}/copyright`))
      cpSync(`${licences}/${name}/copyright`, path.join(folder, licences, name, 'copyright'), { dereference: true })
}

/** The absolute paths of the shared libraries of Node, with the loader: `libc.so.6 => /lib/libc.so.6 (0x…)`. */
function libraries() {
  const output = execFileSync('ldd', [process.execPath], { encoding: 'utf8' })
  return [...output.matchAll(/(?:=> |^\s*)(\/\S+)/gm)].map(([, library]) => library)
}
