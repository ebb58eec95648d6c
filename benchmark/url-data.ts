import * as fs from 'fs';
import * as path from 'path';

/** One URL of each kind that parsers treat differently. */
export const urls: Record<string, string> = {
  long: 'http://docs.bench.example/guide/12/section/03/topic-a/topic-b/page.html?lang=en&view=full&sort=asc&theme=dark&from=search#part-7-details',
  short: 'https://bench.example/a',
  idn: 'http://\u4F8B\u3048.\u30C6\u30B9\u30C8',
  auth: 'https://reader:letmein@bench.example/inbox?folder=3',
  file: 'file:///usr/share/bench/data/sample.txt',
  ws: 'ws://bench.example:8081/live?channel=42',
  javascript: 'javascript:void document.title',
  percent: 'https://%E4%BE%8B%E3%81%88.example/%66older',
  dot: 'https://bench.example/./one/../two/./three/../.././four',
};

/** Query strings that parsers treat differently. */
export const searchParams: Record<string, string> = {
  noencode: 'width=640&height=480&depth=24',
  multicharsep: 'width=640&&&&&&&&&&height=480&&&&&&&&&&depth=24',
  encodefake: 'width=%J6%40&height=%4%38%30&depth=%2%34x',
  encodemany: '%77%69%64%74%68=6%34%30&%68%65%69%67ht=4%380&d%65pth=%324',
  encodelast: 'width=640&height=480&depth=2%34',
  multivalue: 'tag=red&tag=green&tag=blue&size=9',
  multivaluemany: 'tag=red&tag=green&tag=blue&tag=cyan&tag=black&tag=white&tag=pink&tag=gold&size=9',
  manypairs: 'a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q&r&s&t&u&v&w&x&y&z',
  manyblankpairs: '&&&&&&&&&&&&&&&&&&&&&&&&',
  altspaces: 'title=first+part+of+two&note=last+part+of+two&plus=1+1',
};

/** The kinds `bakeUrlData` knows: those of `urls`, and `wpt` for the web-platform-tests data of a Node.js checkout. */
export const urlDataTypes = [...Object.keys(urls), 'wpt'];

function webPlatformUrls(withBase: boolean): unknown[] {
  const main = require.main?.filename ?? process.argv[1] ?? '';
  const file = path.resolve(path.dirname(main), '../../test/fixtures/wpt/url/resources/urltestdata.json');
  if (!fs.existsSync(file)) {
    throw new Error(`URL data of type wpt needs a Node.js checkout: ${file} does not exist`);
  }
  const entries = JSON.parse(fs.readFileSync(file, 'utf8')) as unknown[];
  const valid = entries.filter(
    (entry): entry is { input: string; base: string | null; href: string } =>
      typeof entry === 'object' && entry !== null && !('failure' in entry),
  );
  return withBase
    ? valid.map(({ input, base }) => [input, base ?? undefined])
    : valid.map(({ href }) => href);
}

/**
 * 200 · 2^exponent URLs of one kind (for `wpt`, the data's own number · 2^exponent): texts, or pairs of text and base,
 * or URL objects. Throws for an unknown kind and for an exponent that is not a number.
 */
export function bakeUrlData(type: string, exponent = 0, withBase = false, asUrl = false): unknown[] {
  if (!urlDataTypes.includes(type)) throw new Error(`Unknown url data type ${type}`);
  if (typeof exponent !== 'number') throw new Error(`e must be a number, received ${exponent}`);
  const url = urls[type]!;
  let baked: unknown[] =
    type === 'wpt' ? webPlatformUrls(withBase) : new Array(200).fill(withBase ? [url, 'about:blank'] : url);
  for (let doubling = 0; doubling < exponent; doubling++) baked = baked.concat(baked);
  if (!asUrl) return baked;
  return baked.map((entry) =>
    Array.isArray(entry) ? new URL(entry[0] as string, entry[1] as string) : new URL(entry as string),
  );
}
