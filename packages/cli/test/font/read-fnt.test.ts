import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BmFont, bmFontText, bmFontXml } from '@unbake/formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFnt } from '../../../../test-support/fnt.ts';
import { sampleDir, samplesIn } from '../../../../test-support/samples.ts';
import { readFnt } from '../../src/font/read-fnt.ts';

const TEXT = `info face="My Font = 1" size=-16 padding=3,1,2,4
common lineHeight=20 base=15 scaleW=256 scaleH=128 pages=1
page id=0 file="my font_0.dds"
chars count=1
char id=32 x=1 y=2 width=3 height=4 xoffset=-1 yoffset=5 xadvance=6 page=0 chnl=15 letter=" "
kernings count=1
kerning first=65 second=86 amount=-2
`;

const READ: BmFont = {
  info: { face: 'My Font = 1', size: -16, padding: [3, 1, 2, 4] },
  common: { lineHeight: 20, base: 15, scaleW: 256, scaleH: 128 },
  pages: ['my font_0.dds'],
  chars: [{ id: 32, x: 1, y: 2, width: 3, height: 4, xoffset: -1, yoffset: 5, xadvance: 6, page: 0, chnl: 15 }],
  kernings: [{ first: 65, second: 86, amount: -2 }],
};

const XML = `<?xml version="1.0"?>
<!-- made by hand -->
<font>
  <info face="My Font = 1" size="-16" padding="3,1,2,4"/>
  <common lineHeight="20" base="15" scaleW="256" scaleH="128" pages="1"/>
  <pages><page id="0" file="my font_0.dds"/></pages>
  <chars count="1">
    <char id="32" x="1" y="2" width="3" height="4" xoffset="-1" yoffset="5" xadvance="6" page="0" chnl="15"/>
  </chars>
  <kernings count="1"><kerning first="65" second="86" amount="-2"/></kernings>
</font>
`;

/** The binary form of the same, its blocks as the format's page describes them. */
function binary({ version = 3, pages = ['my font_0.dds'], packed = 0 } = {}): Buffer {
  const block = (type: number, bytes: number[] | Buffer) => {
    const head = Buffer.alloc(5, type);
    head.writeUInt32LE(bytes.length, 1);
    return Buffer.concat([head, Buffer.from(bytes)]);
  };
  const info = Buffer.concat([
    // size, bits, charset, stretchH, aa, padding, spacing, outline
    Buffer.from([0xf0, 0xff, 0, 0, 100, 0, 1, 3, 1, 2, 4, 0, 0, 0]),
    Buffer.from('My Font = 1\0'),
  ]);
  const common = [20, 0, 15, 0, 0, 1, 128, 0, pages.length, 0, packed, 0, 0, 0, 0];
  const char = [32, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 0xff, 0xff, 5, 0, 6, 0, 0, 15];
  return Buffer.concat([
    Buffer.from([0x42, 0x4d, 0x46, version]),
    block(1, info),
    block(2, common),
    block(3, Buffer.from(pages.map((name) => `${name}\0`).join(''))),
    block(4, char),
    block(5, [65, 0, 0, 0, 86, 0, 0, 0, 0xfe, 0xff]),
  ]);
}

async function read(data: string | Uint8Array) {
  return readFnt(typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data), 'f.fnt');
}

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('fault 081: the text form as tools and people write it', () => {
  test.each([
    ['as it stands', TEXT],
    ['CR LF', TEXT.replaceAll('\n', '\r\n')],
    ['CR alone', TEXT.replaceAll('\n', '\r')],
    ['tabs', TEXT.replace(/ (?=\w+=)/g, '\t')],
    ['aligned columns', TEXT.replace(/=(?=[-\d])/g, '=  ').replace(/ (?=\w+=)/g, '    ')],
    ['blanks before and after', TEXT.replace(/^/gm, '  ').replace(/$/gm, '  ')],
    ['blanks round the sign', TEXT.replace(/(\w)=(?=[-"\d])/g, '$1 = ')],
    ['no line end at the end', TEXT.trimEnd()],
    ['single quotes', TEXT.replaceAll('"', "'")],
    ['names without quotes', TEXT.replace('"My Font = 1"', 'My Font = 1').replace('"my font_0.dds"', 'my font_0.dds')],
    ['unknown keys and lines', `${TEXT.replace('size=', 'weird="a b=c" size=')}metrics a=1\n\n# x\n`],
  ])('%s', async (name, text) => {
    const { bmfont, warnings } = await read(text);
    const face = name === 'names without quotes' ? 'My Font' : 'My Font = 1';
    expect({ ...bmfont, info: { ...bmfont.info, face } }).toEqual({ ...READ, info: { ...READ.info, face } });
    expect(warnings).toEqual([]);
  });

  test('values of letters that are quotes, blanks or nothing', async () => {
    const lines = ['"""', '" "', '""', '"="', "'\"'"].map((letter, i) =>
      TEXT.split('\n')[4]!
        .replace('id=32', `id=${i + 40}`)
        .replace('" "', letter),
    );
    const { bmfont } = await read([TEXT.trimEnd(), ...lines].join('\n'));
    expect(bmfont.chars.map(({ id, xadvance }) => [id, xadvance])).toEqual(
      [32, 40, 41, 42, 43, 44].map((id) => [id, 6]),
    );
  });

  test('a name in other letters', async () => {
    expect((await read(TEXT.replace('My Font = 1', '小さい "é"'))).bmfont.info.face).toBe('小さい "é"');
  });
});

describe('fault 082: told by contents, whatever stands before', () => {
  test.each([
    ['text with a UTF-8 mark', `\ufeff${TEXT}`],
    ['text in UTF-16LE with its mark', utf16(`\ufeff${TEXT}`)],
    ['text in UTF-16BE with its mark', utf16(`\ufeff${TEXT}`, true)],
    ['text in UTF-16LE without', utf16(TEXT)],
    ['XML', XML],
    ['XML with a UTF-8 mark', `\ufeff${XML}`],
    ['XML in UTF-16BE with its mark', utf16(`\ufeff${XML}`, true)],
    ['XML that says UTF-16 and is', utf16(`\ufeff${XML.replace('"1.0"', '"1.0" encoding="utf-16"')}`)],
    ['XML behind blank lines', `\n\n${XML}`],
    ['XML without its declaration', XML.replace(/^.*\n/, '')],
    ['binary', binary()],
  ])('%s', async (_, data) => {
    const { bmfont, warnings } = await read(data);
    expect(bmfont).toEqual(READ);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['binary of version 2', binary({ version: 2 }), 'binary BMFont of version 2, only version 3 is read'],
    ['JSON', '{"info": {}}', 'a BMFont in JSON form, which is not read'],
    ['another XML', '<?xml version="1.0"?><svg/>', 'the XML is a <svg>, not a <font>'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'not a BMFont: it starts with 89 50 4E 47'],
    ['an RFZ', Buffer.from('YS\x02\0'), 'it is an RFZ font already'],
    ['nothing', '', 'not a BMFont: it starts with nothing'],
    ['a text', 'hello', 'not a BMFont: it starts with 68 65 6C 6C 6F'],
  ])('%s is refused by name', async (_, data, message) => {
    await expect(read(data)).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining(message) });
  });

  test('other encodings: declared, guessed with a warning, wrong', async () => {
    const latin = (text: string) => Buffer.from(text.replace('My Font', 'Fonté'), 'latin1');
    const declared = XML.replace('"1.0"', '"1.0" encoding="ISO-8859-1"');
    expect((await read(latin(declared))).bmfont.info.face).toBe('Fonté = 1');
    const guessed = await read(latin(TEXT));
    expect(guessed.bmfont.info.face).toBe('Fonté = 1');
    expect(guessed.warnings).toEqual(['f.fnt: its text is not UTF-8; read as Windows-1252']);
    const wrong = latin(XML.replace('"1.0"', '"1.0" encoding="utf-8"'));
    await expect(read(wrong)).rejects.toMatchObject({ exitCode: 4, message: 'f.fnt: its bytes are not utf-8' });
    const unknown = XML.replace('"1.0"', '"1.0" encoding="klingon"');
    await expect(read(unknown)).rejects.toMatchObject({ message: 'f.fnt: its encoding "klingon" is not known' });
  });
});

describe('what is wrong is named with its line', () => {
  test.each([
    [TEXT.replace('xadvance=6 ', ''), 'f.fnt line 5: char has no xadvance'],
    [TEXT.replace('y=2', 'y=two'), 'f.fnt line 5: char y="two" is not a number'],
    [TEXT.replace('"my font_0.dds"', '"my'), 'f.fnt line 3: the quote of file is not closed'],
    [TEXT.replace(/^info.*\n/, ''), 'f.fnt: there is no "info"'],
    [TEXT.replace(/^common.*\n/m, ''), 'f.fnt: there is no "common"'],
    [TEXT.replace('padding=3,1', 'padding=a,1'), 'f.fnt line 1: info padding="a" is not a number'],
    [XML.replace('x="1"', 'x=1'), 'f.fnt line 8: not well-formed XML: '],
    [XML.replace('</font>', ''), 'f.fnt line 12: not well-formed XML: '],
    [XML.replace('id="32"', ''), 'f.fnt line 8: char has no id'],
    [XML.replace('"My Font = 1"', '"&own;"'), 'f.fnt line 4: not well-formed XML: undefined entity'],
  ])('%#', async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining(message) });
  });

  test('entities that a file defines are not expanded', async () => {
    const bomb = XML.replace('<font>', '<!DOCTYPE font [<!ENTITY a "aaaaaaaaaa"><!ENTITY own "&a;&a;&a;">]><font>');
    await expect(read(bomb.replace('"My Font = 1"', '"&own;"'))).rejects.toMatchObject({
      message: expect.stringContaining('undefined entity'),
    });
  });

  test('counts that do not agree are warnings', async () => {
    expect((await read(TEXT.replace('chars count=1', 'chars count=9'))).warnings).toEqual([
      'f.fnt line 4: chars counts 9, 1 are there',
    ]);
    expect((await read(TEXT.replace('pages=1', 'pages=2'))).warnings).toEqual([
      'f.fnt line 2: common counts 2 pages, 1 are named',
    ]);
  });
});

describe('the binary form', () => {
  test('page names of different lengths', async () => {
    const pages = ['a.png', 'a much longer name.png', 'é.dds'];
    expect((await read(binary({ pages }))).bmfont.pages).toEqual(pages);
  });

  test('cut anywhere it is refused, or short of whole blocks', async () => {
    const whole = binary();
    for (let size = 3; size < whole.length; size++) {
      const result = await read(whole.subarray(0, size)).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toMatchObject({ name: 'Failure', exitCode: 4 });
      else expect(result).toMatchObject({ bmfont: { pages: READ.pages } });
    }
    await expect(read(whole.subarray(0, -1))).rejects.toMatchObject({
      message: expect.stringMatching(/block 5 at 0x\w+ needs 10 bytes, 9 left/),
    });
  });

  test('any byte changed: read or refused, never more', async () => {
    const whole = binary();
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, value) => {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        const result = await read(bytes).catch((error: unknown) => error);
        if (result instanceof Error) expect(result.name).toBe('Failure');
      }),
    );
  });
});

describe('against the writers', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'Z', ' ', '=', '.', 'é', '漢', '😀', '&', '<'), minLength: 1 });
  const word = fc.integer({ min: -0x8000, max: 0xffff });
  const fonts = fc.record({
    info: fc.record({ face: name, size: word, padding: fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }) }),
    common: fc.record({ lineHeight: word, base: word, scaleW: word, scaleH: word }),
    pages: fc.array(name, { minLength: 1, maxLength: 4 }),
    chars: fc.array(
      fc.record({
        ...{ id: fc.nat(0x10ffff), x: word, y: word, width: word, height: word },
        ...{ xoffset: word, yoffset: word, xadvance: word, page: fc.nat(9), chnl: fc.nat(15) },
      }),
    ),
    kernings: fc.array(fc.record({ first: fc.nat(0xffff), second: fc.nat(0xffff), amount: word })),
  });

  test('any BMFont comes back from its text and its XML', async () => {
    await fc.assert(
      fc.asyncProperty(fonts, async (font) => {
        for (const text of [bmFontText(font), bmFontXml(font)]) {
          const { bmfont, warnings } = await read(text);
          expect(bmfont).toEqual(font);
          expect(warnings).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe.each(samplesIn('font', '.rfz'))('$name', ({ name: file }) => {
  test('its three .fnt files say the same', async () => {
    const open = (form: string) => readFileSync(join(sampleDir('font'), file.replace('.rfz', `_${form}.fnt`)));
    const independent = parseFnt(open('text').toString());
    for (const form of ['text', 'xml', 'binary']) {
      const { bmfont } = await read(open(form));
      expect(bmfont.chars).toEqual(independent.chars);
      expect(bmfont.pages).toEqual(independent.pages);
      expect(bmfont.info.face).toBe(independent.info.face);
      expect(bmfont.common).toMatchObject({ lineHeight: independent.common.lineHeight, base: independent.common.base });
    }
  });
});
