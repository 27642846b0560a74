using System.Globalization;
using System.Text;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Cart;

namespace Marketplace.Silo.Gateway.Http;

/// <summary>What a request says in its path, behind it, and in its header X-Transaction-Id; each is read when it is asked for.</summary>
/// <exception cref="InvalidInputException">Any of them: it is not good.</exception>
internal readonly struct RequestValues(HttpContext context)
{
    private const string TransactionHeader = "X-Transaction-Id";
    private const int LongestTid = 128;
    private const int UsualLimit = 100;

    public int CustomerId => Id("customerId");
    public int SellerId => Id("sellerId");
    public int ProductId => Id("productId");
    public int OrderId => Id("orderId");

    /// <summary>The transaction id in the path.</summary>
    public string Tid
    {
        get
        {
            var tid = (string)context.Request.RouteValues["tid"]!;
            return IsTid(tid) ? tid : throw new InvalidInputException($"tid: expected 1 to {LongestTid} bytes in the path, without U+0000.");
        }
    }

    /// <summary>The transaction id in the header, for requests without a body; null if the client gave none.</summary>
    public string? HeaderTid
    {
        get
        {
            if (!context.Request.Headers.TryGetValue(TransactionHeader, out var values))
                return null;

            return values is [{ } tid] && IsTid(tid)
                ? tid
                : throw new InvalidInputException($"{TransactionHeader}: expected one transaction id of 1 to 128 bytes.");
        }
    }

    /// <summary>How many are wanted at most (`?limit=`).</summary>
    public int Limit
    {
        get
        {
            if (!context.Request.Query.TryGetValue("limit", out var text))
                return UsualLimit;

            return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is > 0 and <= AbandonedCarts.Most
                ? limit
                : throw new InvalidInputException($"limit: expected a whole number from 1 to {AbandonedCarts.Most}.");
        }
    }

    private int Id(string name)
    {
        var text = (string?)context.Request.RouteValues[name];
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && id > 0
            ? id
            : throw new InvalidInputException($"{name}: expected a whole number from 1 to {int.MaxValue} in the path.");
    }

    private static bool IsTid(string text) =>
        text.Length > 0 && Encoding.UTF8.GetByteCount(text) <= LongestTid && !text.Contains('\0', StringComparison.Ordinal);
}
