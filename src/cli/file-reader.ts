import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type Parsed, type Problem, startOf } from "../input/problem.ts";
import type { SourceText } from "../input/source-document.ts";

/** All files of one run together, in bytes. */
const INPUT_BYTES_MAX: number = 512 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const STDIN_FD = 0;
const RETRY_MS = 10;

/** Reads whole files as text until a run's bytes are used up. */
export interface FileReader {
  readonly readText: (path: string, options?: ReadOptions) => Parsed<SourceText>;
  readonly readBytes: (path: string, options?: ReadOptions) => Parsed<Uint8Array>;
}

export interface ReadOptions {
  /** Name in messages, where it is not the path. */
  readonly label?: string;
  /** Refuse pipes and devices, which nobody meant who only named a directory. */
  readonly regularOnly?: true;
}

export function createFileReader(bytesMax: number = INPUT_BYTES_MAX): FileReader {
  let bytesLeft = bytesMax;
  const readBytes = (path: string, options: ReadOptions = {}): Parsed<Uint8Array> => {
    const file = options.label ?? fileLabel(path);
    try {
      const bytes = readBounded(path, bytesLeft, options.regularOnly === true);
      bytesLeft -= bytes.length;
      return { ok: true, value: bytes };
    } catch (error) {
      return failed(readProblem(file, error, bytesMax));
    }
  };
  const readText = (path: string, options: ReadOptions = {}): Parsed<SourceText> => {
    const read = readBytes(path, options);
    return read.ok ? decode(options.label ?? fileLabel(path), read.value) : read;
  };
  return { readText, readBytes };
}

/** A path as messages show it: with forward slashes. */
export function fileLabel(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

export function unreadable(file: string, message: string, help?: string): Problem {
  const base = { code: "INPUT_UNREADABLE", message, position: startOf(file) } as const;
  return help === undefined ? base : { ...base, help };
}

/**
 * Problems of a file that a flag names, under the flag instead: by mistake its value may be the secret itself
 * and not the name of a file that holds it.
 */
export function underFlag(problems: readonly Problem[], flag: string): readonly Problem[] {
  return problems.map((problem) => ({
    ...problem,
    message: `\`${flag}\`: ${problem.message}`,
    position: undefined,
  }));
}

class TooLarge extends Error {}
class NotRegular extends Error {}

function readBounded(path: string, bytesMax: number, regularOnly: boolean): Uint8Array {
  // Opened this way a pipe that nobody writes to does not block.
  const flags = regularOnly ? constants.O_RDONLY | constants.O_NONBLOCK : constants.O_RDONLY;
  const fd = path === "-" ? STDIN_FD : openSync(path, flags);
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory() || (regularOnly && !stats.isFile())) throw new NotRegular();
    if (stats.size > bytesMax) throw new TooLarge();
    return readAll(fd, stats.size, bytesMax);
  } finally {
    if (fd !== STDIN_FD) closeSync(fd);
  }
}

/** Reads to the end. The size told is a first guess only: pipes tell none, and files grow. */
function readAll(fd: number, sizeGuess: number, bytesMax: number): Uint8Array {
  let buffer = Buffer.allocUnsafe(sizeGuess + 1 || CHUNK_BYTES);
  let length = 0;
  for (;;) {
    if (length === buffer.length)
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(Math.max(CHUNK_BYTES, length))]);
    const count = readSome(fd, buffer, length);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > bytesMax) throw new TooLarge();
  }
}

/** Reads what there is. Standard input may be set not to block, and then says that there is nothing yet. */
function readSome(fd: number, buffer: Buffer, offset: number): number {
  for (;;) {
    try {
      return readSync(fd, buffer, offset, buffer.length - offset, null);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

function readProblem(file: string, error: unknown, bytesMax: number): Problem {
  if (error instanceof TooLarge) {
    return {
      code: "INPUT_LIMIT",
      message: "the inputs together are too large",
      position: startOf(file),
      expected: `at most ${bytesMax} bytes in all`,
    };
  }
  if (error instanceof NotRegular) return unreadable(file, "is not a regular file");
  return unreadable(file, `cannot be read: ${reasonOf(error)}`);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ELOOP: "too many symbolic links",
  ENOTDIR: "a part of the path is no directory",
  ENXIO: "it is a socket or a device",
};

/** Why a file operation failed, without the path, which the message has anyway. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? "unknown error";
  return reasons[code] ?? code;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function decode(file: string, bytes: Uint8Array): Parsed<SourceText> {
  const nul = bytes.indexOf(0);
  if (nul >= 0)
    return failed(
      unreadable(file, `is not text: byte ${nul + 1} is NUL`, "leave it out, or save it as UTF-8"),
    );
  try {
    return {
      ok: true,
      value: { file, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) },
    };
  } catch {
    return failed(unreadable(file, "is not UTF-8", "save it as UTF-8"));
  }
}

function failed(problem: Problem): { readonly ok: false; readonly problems: readonly Problem[] } {
  return { ok: false, problems: [problem] };
}
