using System.Text;
using System.Text.Json.Nodes;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Tests.Gateway;

namespace Marketplace.Silo.Tests.Fuzz;

/// <summary>An endless stream of bad requests over all routes, the same for the same seed.</summary>
internal sealed class BadRequests(Random random)
{
    private const int Nobody = 999_999;

    private static readonly string[] Methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

    private static readonly string[] BadIds =
    [
        "0", "-1", "abc", "1.5", "1e3", "+1", "2147483648", "99999999999999999999", "0x1", "%20", "1%20", "%31%FF", "%F0%9F%98%80",
        "null", "'", "1;2", "%2e%2e",
    ];

    private static readonly string[] BadTypes =
    [
        "text/plain", "application/xml", "application/json; charset=utf-16", "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ];

    private static readonly string[] Cart = ["SellerId", "ProductId", "Quantity"];
    private static readonly string[] Key = ["seller_id", "product_id"];

    private readonly BodyMutations _mutations = new(random);

    public BadRequest Next()
    {
        var route = RouteTable.All[random.Next(RouteTable.All.Length)];
        return random.Next(20) switch
        {
            < 12 when route.Request is not null => route.Lines ? BadLines(route) : BadBody(route),
            < 14 when route.Pattern.Contains("Id}", StringComparison.Ordinal) => BadId(route),
            < 16 => WrongMethod(route),
            16 => NoSuchPath(route),
            17 when route.Request is not null => WrongType(route),
            18 when route.Request is not null && !route.Lines && random.Next(20) == 0 => TooLarge(route),
            _ => Unknown(route),
        };
    }

    private BadRequest BadBody(RouteEntry route)
    {
        var (body, ids, amounts, texts) = Body(route.Name);
        var (what, bytes) = _mutations.Mutate(body, ids, amounts, texts);
        return new BadRequest(what, Method(route), Path(route), bytes);
    }

    private BadRequest BadLines(RouteEntry route)
    {
        var (body, ids, amounts, texts) = Body(route.Name);
        var lines = new List<byte>();
        for (var i = random.Next(1, 4); i > 0; i--)
        {
            // A line feed would make two lines of one; nothing at all is no bad line.
            var (_, bytes) = _mutations.Mutate(body, ids, amounts, texts);
            lines.AddRange(bytes.All(letter => letter is (byte)' ') ? "x"u8.ToArray() : bytes.Where(letter => letter is not (byte)'\n'));
            lines.Add((byte)'\n');
        }

        return new BadRequest("bad lines", Method(route), Path(route), [.. lines], "application/x-ndjson");
    }

    private BadRequest BadId(RouteEntry route)
    {
        var names = route.Pattern.Split('/').Where(part => part.EndsWith("Id}", StringComparison.Ordinal)).ToArray();
        var path = Path(route with { Pattern = route.Pattern.Replace(Pick(names), Pick(BadIds), StringComparison.Ordinal) });
        return new BadRequest("bad id in the path", Method(route), path, route.Request is null ? null : Good(route));
    }

    private BadRequest WrongMethod(RouteEntry route)
    {
        var right = RouteTable.All.Where(other => Shape(other) == Shape(route)).SelectMany(other => other.Methods).ToHashSet();
        return new BadRequest("wrong method", HttpMethod.Parse(Pick([.. Methods.Where(method => !right.Contains(method))])), Path(route));
    }

    private BadRequest NoSuchPath(RouteEntry route) => new(
        "no such path",
        Method(route),
        Path(route) + Pick(["/x/y/z/1/2/3", "/../../../../etc/passwd", "/%00", "/a/b/c/d/" + new string('e', 2000)]));

    private BadRequest WrongType(RouteEntry route) => new("wrong content type", Method(route), Path(route), Good(route), Pick(BadTypes));

    private static BadRequest TooLarge(RouteEntry route)
    {
        var body = Body(route.Name).Body.DeepClone();
        body["ignored"] = new string('x', 1_100_000);
        return new BadRequest("too large", Method(route), Path(route), Encoding.UTF8.GetBytes(body.ToJsonString()));
    }

    // Well-formed, but nobody and nothing is there by that id.
    private BadRequest Unknown(RouteEntry route)
    {
        var path = Pick(
        [
            $"/customer/{Nobody}", $"/seller/{Nobody}", $"/product/{Nobody}/1", $"/product/1/{Nobody}", $"/stock/{Nobody}/1",
            $"/cart/{Nobody}", $"/order/{Nobody}", $"/order/1/{Nobody}", $"/payment/1/{Nobody}", $"/shipment/{Nobody}/1",
            $"/seller/dashboard/{Nobody}", $"/audit/{random.Next()}", "/audit/customers?partition=5&of=5", "/audit/orders?of=x",
        ]);
        return random.Next(4) switch
        {
            0 => new BadRequest("unknown product", HttpMethod.Patch, "/product", Json(Bodies.PriceUpdate(Nobody, 1, "1"))),
            1 => new BadRequest("unknown product", HttpMethod.Put, "/product", Json(Bodies.Product(1, Nobody, "1"))),
            2 => new BadRequest("unknown customer", HttpMethod.Post, $"/cart/{Nobody}/checkout", Json(Bodies.Checkout(Nobody, "1"))),
            _ => new BadRequest($"unknown ({route.Name})", HttpMethod.Get, path),
        };
    }

    private static (JsonNode Body, string[] Ids, string[] Amounts, string[] Texts) Body(string operation) => operation switch
    {
        "AddItem" or "UpdateItem" =>
            (Bodies.Item(1, 1), Cart, ["UnitPrice", "FreightValue", "Voucher"], ["ProductName"]),
        "Checkout" => (Bodies.Checkout(1, "1"), ["CustomerId"], [], ["FirstName", "LastName", "CardExpiration"]),
        "UpdatePrice" => (Bodies.PriceUpdate(1, 1, "1"), ["sellerId", "productId"], ["price"], []),
        "AddProduct" or "ReplaceProduct" or "ImportProducts" =>
            (Bodies.Product(1, 1), Key, ["price", "freight_value"], ["name"]),
        "Replenish" => (Bodies.Replenishment(1, 1), [.. Key, "qty"], [], []),
        "AddStock" or "ImportStock" => (Bodies.Stock(1, 1), Key, [], []),
        "AddCustomer" or "ImportCustomers" => (Bodies.Customer(1), ["id"], [], ["first_name", "card_number"]),
        "AddSeller" or "ImportSellers" => (Bodies.Seller(1), ["id"], [], ["name", "city"]),
        "ImportOrders" => (Bodies.Order(1, 1), ["order", "items", "shipment", "packages"], [], []),
        _ => throw new InvalidOperationException($"{operation} takes no body."),
    };

    private static byte[] Good(RouteEntry route) => Json(Body(route.Name).Body);

    private static byte[] Json(JsonNode body) => Encoding.UTF8.GetBytes(body.ToJsonString());

    private static HttpMethod Method(RouteEntry route) => HttpMethod.Parse(route.Methods[0]);

    private static string Path(RouteEntry route) => string.Join('/', route.Pattern.Split('/').Select(part => part switch
    {
        "{tid}" => "7",
        "{name}" => "customers",
        ['{', ..] => "1",
        _ => part,
    }));

    // Patterns that differ in the names of their ids alone are one path.
    private static string Shape(RouteEntry route) => Path(route);

    private T Pick<T>(T[] values) => values[random.Next(values.Length)];
}
