namespace Marketplace.EndToEnd.Examples;

/// <summary>A request that an example makes with curl.</summary>
/// <param name="Path">Path and query at the silo.</param>
/// <param name="Body">What is sent; null if nothing is.</param>
/// <param name="ContentType">The content type of what is sent; empty if it says none.</param>
internal sealed record HttpExample(string Method, string Path, string? Body, string ContentType)
{
    private const string Header = "Content-Type: ";

    private const string Silo = "http://localhost:8081";

    /// <summary>Reads the words of a command.</summary>
    /// <returns>Null if it is no request to a silo of this machine, or has an option that is not known here.</returns>
    public static HttpExample? Read(string[] words)
    {
        var (method, path, body, type) = ("GET", "", (string?)null, "");
        for (var i = 1; i < words.Length; i++)
        {
            switch (words[i])
            {
                case "-X" when i + 1 < words.Length:
                    method = words[++i];
                    break;
                case "-d" when i + 1 < words.Length:
                    body = words[++i];
                    break;
                case "-H" when i + 1 < words.Length && words[i + 1].StartsWith(Header, StringComparison.Ordinal):
                    type = words[++i][Header.Length..];
                    break;
                case var url when path.Length == 0 && url.StartsWith(Silo + "/", StringComparison.Ordinal):
                    path = url[Silo.Length..];
                    break;
                default:
                    return null;
            }
        }

        return path.Length > 0 && (body is null || type.Length > 0) ? new HttpExample(method, path, body, type) : null;
    }
}
