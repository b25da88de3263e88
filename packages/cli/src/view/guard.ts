import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Names of this machine that a browser may use for the server. */
const HOSTS = ['127.0.0.1', 'localhost'];

/** 128 random bits for an address. */
export function newToken(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Why a request is refused, as a status; undefined when it is not. Only this page, opened by its user, may ask: not another
 * site (`Origin`, `Sec-Fetch-Site`), not a name that was pointed at this machine (`Host`), not a program without the token.
 */
export function refusal({ method, headers, url }: IncomingMessage, port: number, token: string): number | undefined {
  if (!HOSTS.some((host) => headers.host === `${host}:${port}`)) return 403;
  if (headers.origin !== undefined && !HOSTS.some((host) => headers.origin === `http://${host}:${port}`)) return 403;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 403;
  if (method !== 'GET' && method !== 'HEAD') return 405;
  return hasToken(url ?? '', token) ? undefined : 404;
}

function hasToken(url: string, token: string): boolean {
  const given = Buffer.from(/^\/([^/?]*)\//.exec(url)?.[1] ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
