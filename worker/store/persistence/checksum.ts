/**
 * FNV-1a over the 32-bit words of `bytes`, whose length is a multiple of 4. Each step is a bijection of the state, so
 * damage within one word is always detected; other damage goes undetected once in 2^32. It does not protect against an
 * attacker.
 */
export function checksum(bytes: Uint8Array): number {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4)
  let hash = 0x811c_9dc5
  for (let i = 0; i < words.length; i++) {
    hash = Math.imul(hash ^ (words[i] ?? 0), 0x0100_0193)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}
