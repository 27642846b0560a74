using System.Text;
using System.Text.Json.Nodes;

namespace Marketplace.Silo.Tests.Fuzz;

/// <summary>Ways to make a valid body bad, each of which must be noticed.</summary>
internal sealed class BodyMutations(Random random)
{
    private const string HugeNumber = "123456789012345678901234567890123456789012345678901234567890";

    private static readonly string[] NoObjects =
    [
        "", " ", "null", "[]", "\"\"", "12", "true", "{", "}", "{}", "{]", "[{}]", "{\"a\"}", "{\"a\":}", "<xml/>", "a=b", "\0", "{}{}",
        "{\"id\":1}}",
    ];

    private static readonly string[] BadIds =
    [
        "0", "-1", "2147483648", "1.5", "1e3", "\"\"", "\"x\"", "\" 1\"", "true", "[]", "[1]", "{}", "{\"id\":1}", HugeNumber, "1e400",
        "\"1e9\"",
    ];

    private static readonly string[] BadAmounts =
    [
        "-0.01", "\"NaN\"", "\"-Infinity\"", "1000000000000000000.01", "1e19", "1e400", "1e-40", HugeNumber, "\"12,5\"",
        "\"\"", "true", "[]", "{}", "\"0x1\"",
    ];

    /// <summary>Makes a body bad.</summary>
    /// <param name="ids">Names of its required members that are whole numbers.</param>
    /// <returns>The bad body, and what is wrong with it.</returns>
    public (string What, byte[] Body) Mutate(JsonNode body, string[] ids, string[] amounts, string[] texts)
    {
        var text = body.ToJsonString();
        return random.Next(12) switch
        {
            0 => ("cut off", Bytes(text[..random.Next(text.Length)])),
            1 => ("no object", Bytes(Pick(NoObjects))),
            2 => ("noise", Noise()),
            3 => ("bad id", Set(body, Pick(ids), Pick(BadIds))),
            4 => ("missing id", Remove(body, Pick(ids))),
            5 when amounts.Length > 0 => ("bad amount", Set(body, Pick(amounts), Pick(BadAmounts))),
            5 => ("null id", Set(body, Pick(ids), "null")),
            6 when texts.Length > 0 => ("bad text", Set(body, Pick(texts), BadText())),
            6 => ("object for id", Set(body, Pick(ids), "{\"a\":[1]}")),
            7 => ("deep", Bytes(Insert(text, $"\"deep\":{Deep(random.Next(20, 3000))}"))),
            8 => ("broken UTF-8", BreakUtf8(text)),
            9 => ("half a surrogate pair", Set(body, Pick(ids), "\"\\ud800\"")),
            10 => ("something behind", Bytes(text + Pick(["}", "{}", ",", "x", "\0", "null", text]))),
            _ => ("no JSON", Bytes(text.Insert(random.Next(2), Pick(["'", "\\", "/*x*/", "\u0001", "NaN", ";"])))),
        };
    }

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    private static string Insert(string text, string member) => "{" + member + "," + text[1..];

    private static string Deep(int levels) => new string('[', levels) + new string(']', levels);

    private byte[] Noise()
    {
        // A first byte that begins no object: the rest may be anything.
        var noise = new byte[random.Next(1, 300)];
        random.NextBytes(noise);
        noise[0] |= 0x80;
        return noise;
    }

    private byte[] BreakUtf8(string text)
    {
        var bytes = Bytes(text).ToList();
        bytes.Insert(random.Next(bytes.Count), Pick<byte>([0xFF, 0xC0, 0x80, 0xF8, 0xFE]));
        return [.. bytes];
    }

    private string BadText() => Pick(["7", "true", "[]", "{}", "\"\\u0000\"", "\"\\udfff\"", $"\"{new string('z', 9000)}\""]);

    private static byte[] Set(JsonNode body, string member, string value)
    {
        // As text: many of the values are nothing that a JSON writer would write.
        var marked = body.DeepClone();
        marked[member] = "@@";
        return Bytes(marked.ToJsonString().Replace("\"@@\"", value, StringComparison.Ordinal));
    }

    private static byte[] Remove(JsonNode body, string member)
    {
        var without = body.DeepClone();
        without.AsObject().Remove(member);
        return Bytes(without.ToJsonString());
    }

    private T Pick<T>(T[] values) => values[random.Next(values.Length)];
}
