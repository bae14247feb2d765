// Reasons why the files of the data folder cannot be used, each as one sentence that says what to
// do.

import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * full: no space left. forbidden: no write permission. notAFolder: the path is not a folder.
 * failing: the disk itself fails. foreign: not a file of ours, or a damaged one.
 */
export type DataErrorKind = 'full' | 'forbidden' | 'notAFolder' | 'failing' | 'foreign'

/** The data cannot be used; the message is for the exchange's operator. */
export class DataUnusable extends Error {
  override readonly name = 'DataUnusable'
  readonly kind: DataErrorKind

  constructor(kind: DataErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const ofSystem: Readonly<Record<string, DataErrorKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'forbidden',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  ENOTDIR: 'notAFolder',
  EEXIST: 'notAFolder',
  EIO: 'failing',
}

/** SQLite's primary result codes. */
const ofSqlite: Readonly<Record<number, DataErrorKind>> = {
  3: 'forbidden',
  8: 'forbidden',
  10: 'failing',
  11: 'foreign',
  13: 'full',
  14: 'forbidden',
  26: 'foreign',
}

const sentences: Readonly<Record<DataErrorKind, (path: string) => string>> = {
  full: (path) =>
    `The disk that holds ${path} is full: free some space and start again; nothing that was acknowledged is lost`,
  forbidden: (path) =>
    `${path} cannot be written: give the user of this process the right to write it, or set BASIS_DATA to another folder`,
  notAFolder: (path) => `${path} is not a folder: set BASIS_DATA to one, or to a name that is free`,
  failing: (path) =>
    `The disk failed at ${path}: look after the disk, then start again or restore the folder from a backup`,
  foreign: (path) =>
    `${path} is damaged or not a file of this exchange: restore the folder from a backup, or set BASIS_DATA to another one`,
}

/** Returns the error as DataUnusable if it is one of these errors, else unchanged. */
export function dataErrorOf(error: unknown, path: string): unknown {
  const found = kindOf(error)
  if (found === undefined) return error
  const kind = found === 'failing' && isFull(path) ? 'full' : found
  return new DataUnusable(kind, sentences[kind](path))
}

/** With less free space than this, a disk counts as full. */
const leastFreeBytes = 65_536

/** SQLite reports some effects of a full disk as I/O errors. */
function isFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < leastFreeBytes
  } catch {
    // If the free space cannot be read, the disk has failed.
    return false
  }
}

/** Runs an operation on a file or folder of the data; throws DataUnusable for known errors. */
export function withDataErrors<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw dataErrorOf(error, path)
  }
}

function kindOf(error: unknown): DataErrorKind | undefined {
  if (!(error instanceof Error) || error instanceof DataUnusable) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The higher bits only refine the error.
    return ofSqlite[error.errcode & 0xff]
  }
  return 'code' in error && typeof error.code === 'string' ? ofSystem[error.code] : undefined
}
