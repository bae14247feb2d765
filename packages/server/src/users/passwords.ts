// Password hashing: argon2id with its parameters in the hash, limited parallelism (reliability S1).

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** 19 MiB and two passes: about 60 ms of one core. */
const memoryKib = 19_456
const passes = 2
const tagLength = 32
const saltLength = 16
/** argon2 runs on the thread pool, which the disk needs too. */
const maxAtOnce = 4
const maxWaiting = 200

/** Too many password checks are queued; nothing was decided. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords wait to be checked')
    this.name = 'PasswordsBusy'
  }
}

export type Passwords = {
  /** Returns the encoded hash to store. */
  readonly hash: (password: string) => Promise<string>
  /**
   * Whether the password matches the stored hash. Without one (an unknown name) it does the same
   * work and returns false, so that timing reveals nothing (reliability S2).
   */
  readonly matches: (stored: string | undefined, password: string) => Promise<boolean>
}

type Parameters = { readonly memory: number; readonly passes: number; readonly salt: Buffer }

const storedPattern = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([\w-]+)\$([\w-]+)$/

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = []
  let running = 0

  async function slot(): Promise<void> {
    if (running < maxAtOnce) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) throw new PasswordsBusy()
    // The finishing check passes its slot on, so `running` stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  async function derive(password: string, parameters: Parameters): Promise<Buffer> {
    await slot()
    try {
      return await deriveNow(password, parameters)
    } finally {
      release()
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(saltLength)
      const tag = await derive(password, { memory: memoryKib, passes, salt })
      const texts = [salt, tag].map((bytes) => bytes.toString('base64url'))
      return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${texts.join('$')}`
    },
    async matches(stored, password) {
      const match = stored === undefined ? null : storedPattern.exec(stored)
      const salt = match?.[3] === undefined ? unknownSalt : Buffer.from(match[3], 'base64url')
      const tag = await derive(password, {
        memory: Number(match?.[1] ?? memoryKib),
        passes: Number(match?.[2] ?? passes),
        salt,
      })
      const expected = Buffer.from(match?.[4] ?? '', 'base64url')
      return expected.length === tag.length && timingSafeEqual(expected, tag)
    },
  }
}

const unknownSalt = Buffer.alloc(saltLength)

function deriveNow(password: string, { memory, passes: t, salt }: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parameters = {
      message: password,
      nonce: salt,
      parallelism: 1,
      tagLength,
      memory,
      passes: t,
    }
    argon2('argon2id', parameters, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
